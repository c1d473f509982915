"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const HEIGHT = 28;
  const WIDE = 44;
  const names = ["error", "warning", "note"];
  const rows = data.findings;
  const lower = rows.map((row) => row.slice(1, 6).join(" ").toLowerCase());
  let shown = rows.map((_, at) => at);
  let selected = 0;
  let view = "findings";
  const drawn = new Map();
  const list = $("list");
  const box = $("rows");
  const span = (kind, text) => {
    const one = document.createElement("span");
    one.className = kind;
    one.textContent = text;
    one.setAttribute("role", "gridcell");
    return one;
  };
  const make = (at) => {
    const [severity, code, path, line, column, message] = rows[shown[at]];
    const row = document.createElement("div");
    row.className = "row";
    row.id = "row" + at;
    row.setAttribute("role", "row");
    row.setAttribute("aria-rowindex", String(at + 1));
    row.style.top = at * HEIGHT + "px";
    const place = line ? path + ":" + line + ":" + column : path;
    // the end of a path tells more than its beginning
    const short = place.length > WIDE ? "…" + place.slice(1 - WIDE) : place;
    row.append(span("s " + names[severity], names[severity]), span("c", code), span("p", short), span("m", message));
    row.title = place;
    row.addEventListener("click", () => select(at));
    return row;
  };
  const draw = () => {
    const first = Math.max(0, Math.floor(list.scrollTop / HEIGHT) - 5);
    const last = Math.min(shown.length, first + Math.ceil(list.clientHeight / HEIGHT) + 10);
    for (const [at, row] of drawn) {
      if (at < first || at >= last) {
        row.remove();
        drawn.delete(at);
      }
    }
    for (let at = first; at < last; at++) {
      let row = drawn.get(at);
      if (!row) {
        row = make(at);
        drawn.set(at, row);
        box.append(row);
      }
      row.setAttribute("aria-selected", String(at === selected));
    }
    if (drawn.has(selected)) list.setAttribute("aria-activedescendant", "row" + selected);
    else list.removeAttribute("aria-activedescendant");
  };
  const tell = () => {
    const parts = ["v=" + view];
    if ($("search").value) parts.push("q=" + encodeURIComponent($("search").value));
    if (selected) parts.push("n=" + selected);
    history.replaceState(null, "", "#" + parts.join("&"));
  };
  const select = (at) => {
    if (!shown.length) {
      $("text").textContent = rows.length ? "No finding has these words." : "Nothing was found.";
      return draw();
    }
    selected = Math.max(0, Math.min(shown.length - 1, at));
    const top = selected * HEIGHT;
    if (top < list.scrollTop) list.scrollTop = top;
    if (top + HEIGHT > list.scrollTop + list.clientHeight) list.scrollTop = top + HEIGHT - list.clientHeight;
    $("text").textContent = rows[shown[selected]][6];
    draw();
    tell();
  };
  const search = () => {
    const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    shown = [];
    lower.forEach((text, at) => {
      if (words.every((word) => text.includes(word))) shown.push(at);
    });
    box.replaceChildren();
    drawn.clear();
    box.style.height = shown.length * HEIGHT + "px";
    list.setAttribute("aria-rowcount", String(shown.length));
    $("count").textContent = shown.length === rows.length ? rows.length + " findings" : shown.length + " of " + rows.length + " findings";
    list.scrollTop = 0;
    selected = 0;
    select(0);
  };
  const show = (name) => {
    view = name;
    for (const one of ["findings", "judged"]) {
      $(one).hidden = one !== name;
      $("tab-" + one).setAttribute("aria-selected", String(one === name));
    }
    if (name === "findings") draw();
    tell();
  };
  $("tab-findings").addEventListener("click", () => show("findings"));
  $("tab-judged").addEventListener("click", () => show("judged"));
  $("search").addEventListener("input", search);
  list.addEventListener("scroll", draw);
  window.addEventListener("resize", draw);
  document.addEventListener("keydown", (event) => {
    const typing = document.activeElement === $("search");
    if (event.key === "Escape" && typing) return list.focus();
    if (typing && event.key !== "Enter") return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
      "/": () => $("search").focus(),
      j: () => select(selected + 1),
      k: () => select(selected - 1),
      ArrowDown: () => select(selected + 1),
      ArrowUp: () => select(selected - 1),
      "[": () => show("findings"),
      "]": () => show("judged"),
      Enter: () => (typing ? list.focus() : $("text").focus()),
      "?": () => {
        $("keys").hidden = !$("keys").hidden;
      },
    };
    const act = keys[event.key];
    if (act && !(document.activeElement instanceof HTMLButtonElement && event.key === "Enter")) {
      event.preventDefault();
      act();
    }
  });
  const hash = new URLSearchParams(location.hash.slice(1));
  $("still").hidden = true;
  $("live").hidden = false;
  $("search").value = hash.get("q") || "";
  search();
  select(Number(hash.get("n")) || 0);
  show(hash.get("v") === "judged" ? "judged" : "findings");
})();
