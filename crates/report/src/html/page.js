"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  // on narrow screens a row has two lines, as in the style
  const narrow = matchMedia("(max-width:600px)");
  let HEIGHT = narrow.matches ? 52 : 28;
  // the characters of a path that fit
  const wide = () => (narrow.matches ? Math.max(24, Math.floor((innerWidth - 170) / 8)) : innerWidth > 800 ? 44 : 24);
  let fitting = wide();
  const MOST_NEIGHBORS = 24;
  const severities = ["error", "warning", "note"];
  const still = $("still");
  const list = $("list");
  const box = $("rows");
  const picture = $("lines");
  const element = (name, kind, text) => {
    const one = document.createElement(name);
    if (kind) one.className = kind;
    one.textContent = text;
    return one;
  };
  const counted = (number, noun) => number + " " + noun + (number === 1 ? "" : "s");
  // a long path is cut in the middle: its beginning names the part of the repository, and its end the file
  const short = (text) => {
    const most = wide();
    const front = Math.floor(most / 3);
    return text.length > most ? text.slice(0, front) + "…" + text.slice(front + 1 - most) : text;
  };

  // A view: its rows, each with cells, words to search, and a text or a picture.
  const findings = () => {
    const rows = data.findings;
    const place = ([, , path, line, column]) => data.paths[path] + (line ? ":" + line + ":" + column : "");
    const orders = {
      file: (one, other) => one - other,
      code: (one, other) => rows[one][1].localeCompare(rows[other][1]) || one - other,
      severity: (one, other) => rows[one][0] - rows[other][0] || one - other,
    };
    return {
      noun: "finding",
      none: "Nothing was found.",
      count: rows.length,
      order: (by) => orders[by] || orders.severity,
      // files at the top have the word `./`, which no other path has
      words: (at) => [severities[rows[at][0]], rows[at][1], (place(rows[at]).includes("/") ? "" : "./") + place(rows[at]), rows[at][5]].join(" "),
      cells: (at) => {
        const row = rows[at];
        const where = place(row);
        const severity = severities[row[0]];
        return [["s " + severity, severity], ["c", row[1]], ["p", short(where), where], ["m", row[5]]];
      },
      text: (at) => rows[at][6],
    };
  };

  // Modules and their declarations are the rows of two views.
  let known;
  const declared = () => {
    if (known) return known;
    const rows = [];
    const met = new Map();
    data.modules.forEach((module, index) => {
      // a module with files for Terraform and OpenTofu is described twice
      const key = JSON.stringify([module.root, module.declarations.map((one) => one.slice(0, 2))]);
      if (met.has(key)) {
        module.first = met.get(key);
        return;
      }
      met.set(key, rows.length);
      module.first = rows.length;
      rows.push({ module, index });
      module.declarations.forEach((one) => rows.push({ module, index, one }));
    });
    return (known = rows);
  };
  const kinds = (module) => {
    const counts = new Map();
    for (const [kind] of module.declarations) counts.set(kind, (counts.get(kind) || 0) + 1);
    return [...counts].map(([kind, count]) => counted(count, kind)).join(", ");
  };
  const nameOf = ({ module, one }) => (one ? one[1] : module.root);
  const units = (about) => {
    const rows = declared();
    return {
      noun: "row",
      none: "No module is described here.",
      count: rows.length,
      words: (at) => rows[at].module.root + " " + (rows[at].one ? [0, 1, 2, 5, 6].map((part) => rows[at].one[part]).join(" ") : rows[at].module.language),
      cells: (at) => {
        const { module, one } = rows[at];
        if (!one) return [["k", module.language], ["h", short(module.root), module.root], ["m dim", about(at, kinds(module))]];
        return [["k dim", one[0]], ["a", one[1], one[1]], ["t", one[2], one[2]], ["m dim", about(at, one[5])]];
      },
    };
  };
  const modules = () => {
    const view = units((_, words) => words);
    const rows = declared();
    view.text = (at) => {
      const { module, one } = rows[at];
      const lines = one
        ? [one[1] + (one[2] ? ": " + one[2] : ""), one[0] + " of " + module.root, data.paths[one[3]] + (one[4] ? ":" + one[4] : ""), one[5], "", one[6]]
        : [module.root, module.language + " module" + (module.called ? ", called by others" : ""), kinds(module), "", ...module.about];
      return lines.join("\n").trim();
    };
    return view;
  };

  // References: of each row, what it uses and what uses it.
  const references = () => {
    const uses = declared().map(() => new Set());
    const users = declared().map(() => new Set());
    const add = (from, to) => {
      if (from === to) return;
      uses[from].add(to);
      users[to].add(from);
    };
    for (const { first, references, calls } of data.modules) {
      for (const [from, to] of references) add(first + 1 + from, first + 1 + to);
      for (const [call, index, inputs] of calls) {
        const called = data.modules[index].first;
        add(first, called);
        add(first + 1 + call, called);
        // an input has its value from the call
        for (const input of inputs) add(called + 1 + input, first + 1 + call);
      }
    }
    return { uses, users };
  };
  const graph = () => {
    const { uses, users } = references();
    const rows = declared();
    const view = units((at) => "uses " + uses[at].size + ", used by " + users[at].size);
    const node = (at, from) => {
      const { module, one } = rows[at];
      const isElsewhere = module !== rows[from].module && one;
      const button = element("button", "node", (isElsewhere ? module.root + " " : "") + nameOf(rows[at]));
      button.title = (one ? one[0] + " of " : "") + module.root;
      button.addEventListener("click", () => {
        if (!shown.includes(at)) {
          $("search").value = "";
          search(at);
        } else select(shown.indexOf(at));
        $("detail").querySelector("strong").focus();
      });
      return button;
    };
    const column = (title, all, from) => {
      const one = element("div", "column", "");
      one.append(element("h2", "", title + " " + all.size));
      for (const at of [...all].slice(0, MOST_NEIGHBORS)) one.append(node(at, from));
      if (all.size > MOST_NEIGHBORS) one.append(element("p", "dim", "and " + (all.size - MOST_NEIGHBORS) + " more"));
      return one;
    };
    view.picture = (at) => {
      const middle = element("div", "column", "");
      const own = element("strong", "node", nameOf(rows[at]));
      own.tabIndex = -1;
      middle.append(own, element("p", "dim", rows[at].one ? rows[at].one[0] + " of " + rows[at].module.root : "module"));
      return [column("Used by", users[at], at), middle, column("Uses", uses[at], at)];
    };
    return view;
  };
  const judged = () => ({
    noun: "note",
    none: "Everything was checked.",
    count: data.notes.length,
    words: (at) => data.notes[at],
    cells: (at) => [["m", data.notes[at]]],
    text: (at) => data.notes[at],
  });
  const makers = { findings, modules, graph, judged };
  const names = Object.keys(makers);
  const made = {};
  let name = "findings";
  let view;
  let shown = [];
  let selected = 0;

  // The rows of the window.
  const drawn = new Map();
  const make = (at) => {
    const row = element("div", "row", "");
    row.id = "row" + at;
    row.setAttribute("role", "row");
    row.setAttribute("aria-rowindex", String(at + 1));
    row.style.top = at * HEIGHT + "px";
    for (const [kind, text, title] of view.cells(shown[at])) {
      const cell = element("span", kind, text);
      cell.setAttribute("role", "gridcell");
      if (title) cell.title = title;
      row.append(cell);
    }
    row.addEventListener("click", () => select(at));
    return row;
  };
  const draw = () => {
    const first = Math.max(0, Math.floor(list.scrollTop / HEIGHT) - 5);
    const last = Math.min(shown.length, first + Math.min(60, Math.ceil(list.clientHeight / HEIGHT) + 10));
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
  const connect = () => {
    const [left, middle, right] = $("detail").children;
    const outer = $("detail").getBoundingClientRect();
    const point = (one, side) => {
      const place = one.getBoundingClientRect();
      const across = (side ? place.right : place.left) - outer.left + $("detail").scrollLeft;
      return across + " " + (place.top + place.height / 2 - outer.top + $("detail").scrollTop);
    };
    const center = middle.firstChild;
    const lines = [...left.querySelectorAll("button")].map((one) => "M" + point(one, true) + "L" + point(center, false));
    lines.push(...[...right.querySelectorAll("button")].map((one) => "M" + point(center, true) + "L" + point(one, false)));
    picture.firstElementChild.setAttribute("d", lines.join(""));
    picture.setAttribute("width", String($("detail").scrollWidth));
    picture.setAttribute("height", String($("detail").scrollHeight));
    $("detail").append(picture);
  };
  // browsers refuse to change an address at the speed of a held key
  let telling;
  const tell = () => {
    clearTimeout(telling);
    telling = setTimeout(write, 150);
  };
  const write = () => {
    const parts = ["v=" + name];
    if ($("search").value) parts.push("q=" + encodeURIComponent($("search").value));
    if (name === "findings" && $("by").value !== "severity") parts.push("by=" + $("by").value);
    if (shown.length && shown[selected]) parts.push("n=" + shown[selected]);
    history.replaceState(null, "", "#" + parts.join("&"));
  };
  const open = () => {
    const detail = $("detail");
    detail.className = view.text || !shown.length ? "" : "picture";
    if (!shown.length) detail.textContent = view.count ? "No " + view.noun + " has these words." : view.none;
    else if (view.text) detail.textContent = view.text(shown[selected]);
    else {
      detail.replaceChildren(...view.picture(shown[selected]));
      connect();
    }
    detail.scrollTop = 0;
  };
  const select = (at) => {
    selected = Math.max(0, Math.min(shown.length - 1, at));
    const top = selected * HEIGHT;
    if (top < list.scrollTop) list.scrollTop = top;
    if (top + HEIGHT > list.scrollTop + list.clientHeight) list.scrollTop = top + HEIGHT - list.clientHeight;
    open();
    draw();
    tell();
  };
  const prepare = (one) => {
    if (!one.lower) one.lower = Array.from({ length: one.count }, (_, at) => one.words(at).toLowerCase());
  };
  const search = (wanted) => {
    const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length) prepare(view);
    shown = [];
    for (let at = 0; at < view.count; at++) {
      if (words.every((word) => view.lower[at].includes(word))) shown.push(at);
    }
    if (view.order) shown.sort(view.order($("by").value));
    box.replaceChildren();
    drawn.clear();
    box.style.height = shown.length * HEIGHT + "px";
    list.setAttribute("aria-rowcount", String(shown.length));
    const all = counted(view.count, view.noun);
    $("count").textContent = shown.length === view.count ? all : shown.length + " of " + all;
    list.scrollTop = 0;
    select(Math.max(0, shown.indexOf(wanted)));
  };
  const show = (wanted, at) => {
    name = wanted;
    view = made[name] = made[name] || makers[name]();
    for (const one of names) {
      $("tab-" + one).setAttribute("aria-selected", String(one === name));
      $("tab-" + one).tabIndex = one === name ? 0 : -1;
    }
    $("panel").setAttribute("aria-labelledby", "tab-" + name);
    list.setAttribute("aria-label", $("tab-" + name).textContent);
    $("order").hidden = !view.order;
    search(at);
    // not on the first key of a search
    setTimeout(prepare, 0, view);
  };
  const turn = (by) => show(names[(names.indexOf(name) + by + names.length) % names.length]);

  for (const one of names) $("tab-" + one).addEventListener("click", () => show(one));
  $("tabs").addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    turn(by);
    $("tab-" + name).focus();
  });
  $("search").addEventListener("input", () => search());
  $("by").addEventListener("change", () => search(shown[selected]));
  list.addEventListener("scroll", draw);
  for (const total of document.querySelectorAll("button.total")) {
    total.addEventListener("click", () => {
      $("search").value = $("search").value === total.dataset.words ? "" : total.dataset.words;
      show("findings");
    });
  }
  window.addEventListener("resize", () => {
    const height = narrow.matches ? 52 : 28;
    if (height !== HEIGHT || wide() !== fitting) {
      HEIGHT = height;
      fitting = wide();
      search(shown[selected]);
    }
    draw();
    open();
  });
  document.addEventListener("keydown", (event) => {
    const focus = document.activeElement;
    const typing = focus === $("search");
    if (event.key === "Escape") return list.focus();
    if ((typing && event.key !== "Enter") || focus === $("by")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onList = focus === list || focus === document.body;
    const keys = {
      "/": () => $("search").focus(),
      j: () => select(selected + 1),
      k: () => select(selected - 1),
      "[": () => turn(-1),
      "]": () => turn(1),
      "?": () => {
        $("keys").hidden = !$("keys").hidden;
      },
    };
    const page = Math.max(1, Math.floor(list.clientHeight / HEIGHT) - 1);
    const keysOfList = {
      ArrowDown: keys.j,
      ArrowUp: keys.k,
      PageDown: () => select(selected + page),
      PageUp: () => select(selected - page),
      Home: () => select(0),
      End: () => select(shown.length - 1),
      Enter: () => $("detail").focus(),
    };
    const act = typing ? () => list.focus() : keys[event.key] || (onList && keysOfList[event.key]);
    if (act) {
      event.preventDefault();
      act();
    }
  });
  // on paper is what is shown without scripts
  window.addEventListener("beforeprint", () => document.querySelector("main").append(still));
  window.addEventListener("afterprint", () => still.remove());

  still.remove();
  picture.remove();
  $("data").remove();
  $("live").hidden = false;
  const restore = () => {
    const hash = new URLSearchParams(location.hash.slice(1));
    $("search").value = hash.get("q") || "";
    $("by").value = ["code", "file"].includes(hash.get("by")) ? hash.get("by") : "severity";
    const wanted = hash.get("v");
    show(names.includes(wanted) ? wanted : "findings", Number(hash.get("n")) || 0);
  };
  window.addEventListener("hashchange", restore);
  restore();
})();
