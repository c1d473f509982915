"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const text = $("text");
  const MOST_MILLISECONDS = 2000;
  const MOST_SHARED = 1 << 20;
  const MOST_SHOWN = 300;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  /** @type {{name: string, text: string, at?: number}[]} */
  let files = [];
  let open = 0;
  let report = null;
  let selected = -1;

  const element = (name, properties, ...children) => {
    const one = Object.assign(document.createElement(name), properties);
    one.append(...children);
    return one;
  };
  // strings of JavaScript count UTF-16 units, places count bytes; the bytes of a text are made once for all its places
  const encodings = new Map();
  const encodingOf = (source) => {
    if (!encodings.has(source)) {
      if (encodings.size > 20) encodings.clear();
      const bytes = encoder.encode(source);
      encodings.set(source, bytes.length === source.length ? null : bytes);
    }
    return encodings.get(source);
  };
  const unitOf = (source, byte) => {
    const bytes = encodingOf(source);
    return bytes ? decoder.decode(bytes.subarray(0, byte)).length : byte;
  };
  const byteOf = (source, unit) => (encodingOf(source) ? encoder.encode(source.slice(0, unit)).length : unit);
  const say = (words) => {
    $("said").textContent = words;
  };

  // The module, in a worker that is replaced when it takes too long.
  const answerer = (() => {
    let worker, compiled;
    // the limit is that of an answer, not of the start of a worker
    let isReady = false;
    // a browser optimizes the module while it answers for the first time: that answer may be late once
    let mayBeLate = true;
    let last = 0;
    const waiting = new Map();
    const address = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
    const finish = (id, result) => {
      const one = waiting.get(id);
      if (!one) return;
      waiting.delete(id);
      clearTimeout(one.timer);
      one.resolve(result);
      next();
    };
    const start = () => {
      isReady = false;
      worker = new Worker(address);
      worker.onmessage = ({ data }) => {
        if (data.id !== undefined) {
          mayBeLate = false;
          return finish(data.id, data);
        }
        isReady = true;
        next();
      };
      worker.postMessage({ module: compiled });
    };
    // one question at a time: the limit is that of each
    const queue = [];
    const next = () => {
      if (waiting.size || !queue.length || !isReady) return;
      const asked = queue.shift();
      const { id, question, resolve } = asked;
      const late = () => {
        worker.terminate();
        if (mayBeLate) {
          mayBeLate = false;
          waiting.delete(id);
          queue.unshift(asked);
          return start();
        }
        start();
        finish(id, { error: "this took more than 2 seconds; the program has no such limit" });
      };
      waiting.set(id, { resolve, timer: setTimeout(late, MOST_MILLISECONDS) });
      worker.postMessage({ id, question });
    };
    return {
      begin(module) {
        compiled = module;
        start();
      },
      ask(question) {
        return new Promise((resolve) => {
          queue.push({ id: ++last, question: JSON.stringify(question), resolve });
          next();
        });
      },
      /** Forgets questions of a kind that were not asked yet. */
      drop(op) {
        for (let at = queue.length - 1; at >= 0; at--) {
          if (queue[at].question.startsWith('{"op":"' + op)) queue.splice(at, 1)[0].resolve({ error: "" });
        }
      },
    };
  })();
  const ask = async (question) => {
    const { answer, error } = await answerer.ask(question);
    return error === undefined ? JSON.parse(answer) : { failed: error };
  };
  const sent = () => files.map(({ name, text }) => ({ name, text }));

  // Tabs and the editor.
  let measured = 0;
  /** The width of a character of code. */
  const width = () => {
    if (!measured) {
      const probe = element("span", { textContent: "0".repeat(100) });
      $("marks").append(probe);
      measured = probe.getBoundingClientRect().width / 100;
      probe.remove();
    }
    return measured;
  };
  const drawTabs = () => {
    const tab = ({ name }, at) => {
      const one = element("button", { id: "tab" + at, textContent: name });
      one.setAttribute("role", "tab");
      one.setAttribute("aria-selected", String(at === open));
      one.setAttribute("aria-controls", "pad");
      one.tabIndex = at === open ? 0 : -1;
      one.addEventListener("click", () => show(at));
      return one;
    };
    $("tabs").replaceChildren(...files.map(tab));
    $("pad").setAttribute("aria-labelledby", "tab" + open);
    $("remove").disabled = files.length < 2;
  };
  const show = (at) => {
    files[open] && (files[open].at = text.selectionStart);
    open = at;
    text.value = files[open].text;
    text.setSelectionRange(files[open].at || 0, files[open].at || 0);
    drawTabs();
    drawLines();
    drawMarks();
    look();
  };
  let lines = 0;
  const drawLines = () => {
    let count = 1;
    for (let at = text.value.indexOf("\n"); at >= 0; at = text.value.indexOf("\n", at + 1)) count++;
    if (count !== lines) {
      lines = count;
      $("lines").textContent = Array.from({ length: count }, (_, at) => at + 1).join("\n");
    }
    scroll();
  };
  const findingsHere = () =>
    ((report && report.diagnostics) || []).filter((one) => one.range && one.range.filename === files[open].name);
  // Lines with marks, over the editor: a keystroke moves them and leaves the others alone.
  let marked = [];
  const drawMarks = () => {
    marked = [];
    const source = text.value;
    const isCurrent = report && report.texts && report.texts[open] === source;
    let [done, line, lineStart] = [0, 0, 0];
    for (const one of isCurrent ? findingsHere().slice(0, MOST_SHOWN) : []) {
      let start = Math.max(done, unitOf(source, one.range.start.byte));
      const end = Math.max(start + 1, unitOf(source, one.range.end.byte));
      if (start > source.length) continue;
      while (start < end && marked.length < 2 * MOST_SHOWN) {
        for (let next = source.indexOf("\n", lineStart); next >= 0 && next < start; next = source.indexOf("\n", lineStart)) {
          line++;
          lineStart = next + 1;
        }
        let last = marked[marked.length - 1];
        if (!last || last.line !== line) {
          last = { line, to: lineStart, node: element("span", {}) };
          marked.push(last);
        }
        const lineEnd = source.indexOf("\n", start);
        const to = Math.min(end, lineEnd < 0 ? source.length : lineEnd);
        last.node.append(source.slice(last.to, start), element("mark", { className: one.severity, textContent: source.slice(start, to) || " " }));
        last.to = to;
        start = to + 1;
      }
      done = end;
    }
    placeMarks();
  };
  const placeMarks = () => {
    for (const { line, node } of marked) node.style.top = 20 * line + "px";
    $("drawn").replaceChildren(...marked.map(({ node }) => node));
  };
  // Marks after an edit, until the answer: those of changed lines go, those below move with their lines.
  const shiftMarks = (before, now) => {
    const shorter = Math.min(before.length, now.length);
    let [start, end] = [0, 0];
    while (start < shorter && before[start] === now[start]) start++;
    while (end < shorter - start && before[before.length - 1 - end] === now[now.length - 1 - end]) end++;
    const breaks = (source, from, to) => source.slice(from, to).split("\n").length - 1;
    const first = breaks(before, 0, start);
    const gone = breaks(before, start, before.length - end);
    const by = breaks(now, start, now.length - end) - gone;
    const stays = ({ line }) => line < first || line > first + gone;
    if (!by && marked.every(stays)) return;
    marked = marked.filter(stays);
    for (const one of marked) if (one.line > first) one.line += by;
    placeMarks();
  };
  const scroll = () => {
    $("drawn").style.transform = `translate(${-text.scrollLeft}px, ${-text.scrollTop}px)`;
    $("lines").scrollTop = text.scrollTop;
  };
  let timer;
  const edited = () => {
    shiftMarks(files[open].text, text.value);
    files[open].text = text.value;
    closeNames();
    drawLines();
    clearTimeout(timer);
    timer = setTimeout(check, 120);
  };
  const replace = (start, end, by) => {
    text.focus();
    text.setSelectionRange(start, end);
    // keeps the history of the editor, where the browser has it
    if (!document.execCommand("insertText", false, by)) text.setRangeText(by, start, end, "end");
    edited();
  };

  // Findings.
  const check = async () => {
    answerer.drop("check");
    answerer.drop("infer");
    const asked = sent();
    const found = await ask({ op: "check", files: asked });
    if (found.failed === "") return;
    report = found.diagnostics ? found : { diagnostics: [] };
    report.texts = asked.map((file) => file.text);
    const count = (number, word) => number + " " + word + (number === 1 ? "" : "s");
    const failure = found.failed || (found.error && found.error.message);
    $("totals").textContent = failure
      ? "Not checked: " + failure
      : [count(found.error_count, "error"), count(found.warning_count, "warning"), count(found.files, "file") + " checked"].join(", ");
    drawFindings();
    drawMarks();
    look();
    if (!$("types").hidden) infer();
  };
  const jump = (range) => {
    const at = files.findIndex((file) => file.name === range.filename);
    if (at < 0) return;
    if (at !== open) show(at);
    const source = text.value;
    const start = unitOf(source, range.start.byte);
    text.focus();
    text.setSelectionRange(start, unitOf(source, range.end.byte));
    const line = source.slice(0, start).split("\n").length;
    text.scrollTop = Math.max(0, (line - 5) * 20);
    scroll();
  };
  const apply = (fix) => {
    const current = files.map((file) => file.text);
    if (!report || current.some((source, at) => source !== report.texts[at])) return say("The files have changed since.");
    const byFile = new Map();
    for (const edit of fix.edits) {
      const at = files.findIndex((file) => file.name === edit.range.filename);
      if (at < 0) return say("This edit is in a file that is not here.");
      byFile.set(at, (byFile.get(at) || []).concat(edit));
    }
    for (const [at, edits] of byFile) {
      let source = files[at].text;
      for (const { range, text: by } of edits.sort((one, other) => other.range.start.byte - one.range.start.byte)) {
        const start = unitOf(source, range.start.byte);
        const end = unitOf(source, range.end.byte);
        if (at === open) replace(start, end, by);
        source = source.slice(0, start) + by + source.slice(end);
      }
      files[at].text = source;
    }
    edited();
    say("Applied: " + fix.title);
  };
  const place = (range) => range.filename + ":" + range.start.line + ":" + range.start.column;
  const excerpt = (range, severity) => {
    const file = files.find((file) => file.name === range.filename);
    if (!file) return [];
    const start = unitOf(file.text, range.start.byte);
    const from = file.text.lastIndexOf("\n", start - 1) + 1;
    const to = file.text.indexOf("\n", start);
    const line = file.text.slice(from, to < 0 ? file.text.length : to);
    const end = Math.min(unitOf(file.text, range.end.byte), from + line.length);
    const isLong = (line.length + 3) * width() > $("list").clientWidth;
    const carets = line.slice(0, start - from).replace(/[^\t]/g, " ") + "^".repeat(Math.max(1, Math.min(end - start, MOST_SHOWN)));
    // what scrolls has to be reached by keys
    return [element("pre", isLong ? { tabIndex: 0 } : {}, line.slice(0, 2 * MOST_SHOWN) + "\n", element("span", { className: severity, textContent: carets }))];
  };
  const link = (range) => {
    const one = element("button", { className: "place", textContent: place(range), type: "button" });
    one.addEventListener("click", () => jump(range));
    return one;
  };
  const drawFinding = (one) => {
    const row = element("li", {});
    const head = element("div", {}, element("strong", { className: one.severity, textContent: one.severity + "[" + one.code + "]" }), " " + one.summary);
    row.append(head);
    if (one.range) row.append(link(one.range), ...excerpt(one.range, one.severity));
    for (const label of one.labels) row.append(element("div", {}, link(label.range), " " + label.message));
    const helps = new Map(one.help.map((help) => [help, element("div", { className: "help", textContent: "help: " + help })]));
    row.append(...helps.values());
    for (const fix of one.fixes) {
      // an edit that a help describes is beside it
      const help = helps.get(fix.title);
      const button = element("button", { textContent: help ? "Apply" : "Apply: " + fix.title, title: fix.title, type: "button" });
      button.addEventListener("click", () => apply(fix));
      help ? help.append(" ", button) : row.append(button);
    }
    return row;
  };
  const drawFindings = () => {
    const all = report.diagnostics;
    const rows = all.slice(0, MOST_SHOWN).map(drawFinding);
    if (all.length > MOST_SHOWN) rows.push(element("li", { textContent: all.length - MOST_SHOWN + " more findings are not shown" }));
    for (const note of (report.approximations || []).slice(0, MOST_SHOWN)) rows.push(element("li", { className: "dim", textContent: "note: " + note }));
    $("list").replaceChildren(...rows);
    selected = -1;
  };
  const step = (by) => {
    const all = (report && report.diagnostics.filter((one) => one.range)) || [];
    if (!all.length) return say("No findings.");
    selected = (selected + by + all.length) % all.length;
    jump(all[selected].range);
    say(all[selected].summary);
  };

  // The cursor: what it is on, and names that may be written.
  let looking;
  const look = () => {
    clearTimeout(looking);
    looking = setTimeout(async () => {
      answerer.drop("hover");
      const found = await ask({ op: "hover", files: sent(), file: files[open].name, at: byteOf(text.value, text.selectionStart) });
      const fences = (words) => words.replace(/^```\w*\n|^```$/gm, "");
      if (found.failed !== "") $("here").textContent = found.text ? fences(found.text) : "";
    }, 80);
  };
  let names = null;
  const closeNames = () => {
    names = null;
    $("names").hidden = true;
    text.removeAttribute("aria-activedescendant");
  };
  const drawNames = () => {
    const rows = names.candidates.map((one, at) => {
      const row = element("li", { id: "name" + at, textContent: one.name + (one.type || one.kind ? "  " + (one.type || one.kind) : ""), title: one.summary || "" });
      row.setAttribute("role", "option");
      row.setAttribute("aria-selected", String(at === names.selected));
      row.addEventListener("mousedown", () => {
        names.selected = at;
        takeName();
      });
      return row;
    });
    $("names").replaceChildren(...rows);
    $("names").children[names.selected].scrollIntoView({ block: "nearest" });
    text.setAttribute("aria-activedescendant", "name" + names.selected);
  };
  const takeName = () => {
    const { start, end, candidates, selected } = names;
    closeNames();
    replace(start, end, candidates[selected].text);
  };
  const complete = async () => {
    const source = text.value;
    const at = text.selectionStart;
    const found = await ask({ op: "complete", files: sent(), file: files[open].name, at: byteOf(source, at) });
    if (!found.candidates || text.value !== source || text.selectionStart !== at) return;
    const start = unitOf(source, found.start);
    const end = unitOf(source, found.end);
    const typed = source.slice(start, at).toLowerCase();
    const fits = (words) => words.toLowerCase().startsWith(typed);
    const candidates = found.candidates.filter((one) => fits(one.name) || fits(one.text)).slice(0, MOST_SHOWN);
    if (!candidates.length) return say("No names here.");
    names = { start, end, candidates, selected: 0 };
    const before = source.slice(0, start).split("\n");
    const box = $("names");
    box.hidden = false;
    box.style.top = Math.max(0, Math.min(before.length * 20 + 10 - text.scrollTop, text.clientHeight - 230)) + "px";
    box.style.left = Math.max(0, Math.min(before[before.length - 1].length * width() + 8 - text.scrollLeft, text.clientWidth - 240)) + "px";
    drawNames();
  };

  // Types, values, and the algebra.
  const infer = async () => {
    const found = await ask({ op: "infer", files: sent() });
    if (found.failed === "") return;
    if (!found.files) return ($("types").textContent = found.failed || found.error.message);
    const rows = [];
    for (const one of found.files) {
      const named = (kind, all) => Object.entries(all || {}).map(([name, type]) => ({ path: kind + " " + name, type }));
      const own = (one.attributes || []).concat(named("type", one.types), named("property", one.properties), one.body ? [{ path: "body", type: one.body }] : []);
      if (!own.length) continue;
      const head = element("th", { textContent: one.file, colSpan: 2, scope: "colgroup" });
      rows.push(element("tr", {}, head));
      for (const { path, type } of own) rows.push(element("tr", {}, element("td", { textContent: path }), element("td", { textContent: type })));
    }
    const shown = rows.slice(0, MOST_SHOWN);
    if (rows.length > MOST_SHOWN) shown.push(element("tr", {}, element("td", { textContent: rows.length - MOST_SHOWN + " more rows are not shown", colSpan: 2 })));
    $("types").replaceChildren(rows.length ? element("table", {}, element("tbody", {}, ...shown)) : element("p", { textContent: "No types." }));
  };
  const explain = (found) => {
    if (found.failed !== undefined) return "error: " + found.failed;
    if (found.error) return "error[" + found.error.code + "]: " + found.error.message;
    const wrong = (found.diagnostics || []).map((one) => one.severity + "[" + one.code + "]: " + one.summary);
    return wrong.join("\n");
  };
  const evaluate = async () => {
    const found = await ask({ op: "eval", files: sent(), file: files[open].name, src: $("expression").value });
    const wrong = explain(found);
    const value = found.value && !(found.diagnostics || []).some((one) => one.severity === "error");
    $("value").textContent = [wrong, value ? found.shown + "\n\ntype: " + found.type : ""].filter(Boolean).join("\n");
  };
  const result = (found, rows) => {
    const wrong = explain(found);
    $("result").textContent = wrong || rows(found).map(([name, value]) => name + ": " + value).join("\n");
  };
  const words = (id) => $(id).value.split("\n").map((line) => line.trim()).filter(Boolean);
  const forms = {
    eval: evaluate,
    unify: async () =>
      result(await ask({ op: "unify", types: words("unify") }), (found) => [
        ["safe", found.safe || "none"],
        ["with loss", found.unsafe || "none"],
        ["union", found.union],
        ...(found.reason ? [["reason", found.reason.message]] : []),
      ]),
    convert: async () =>
      result(await ask({ op: "convert", from: $("from").value, to: $("to").value }), (found) => [
        ["conversion", found.conversion],
        ...(found.reason ? [["reason", found.reason.message]] : []),
      ]),
    refine: async () => {
      const op = (line) => {
        const [op, ...rest] = line.split(/\s+/);
        return rest.length ? { op, arg: rest.join(" ") } : { op };
      };
      const value = { type: $("refined").value, value: { $unknown: {} } };
      result(await ask({ op: "refine", value, ops: words("facts").map(op) }), (found) => [
        ["value", JSON.stringify(found.value.value)],
        ["range", JSON.stringify(found.range)],
      ]);
    },
  };
  for (const name of Object.keys(forms)) {
    $("ask-" + name).addEventListener("submit", (event) => {
      event.preventDefault();
      forms[name]();
    });
  }
  const views = ["findings", "types", "eval", "algebra"];
  const view = (name) => {
    for (const one of views) {
      $(one).hidden = one !== name;
      $("tab-" + one).setAttribute("aria-selected", String(one === name));
      $("tab-" + one).tabIndex = one === name ? 0 : -1;
    }
    if (name === "types") infer();
  };
  views.forEach((name) => $("tab-" + name).addEventListener("click", () => view(name)));
  // arrows move within a list of tabs
  for (const list of document.querySelectorAll("[role=tablist]")) {
    list.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const tabs = [...list.querySelectorAll("[role=tab]")];
      const at = (tabs.indexOf(document.activeElement) + by + tabs.length) % tabs.length;
      tabs[at].click();
      list.querySelectorAll("[role=tab]")[at].focus();
    });
  }

  // Links: the files, deflated, after the `#`. Nothing is sent to a server.
  const through = async (stream, bytes, most) => {
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
    const parts = [];
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
      length += value.length;
      if (length > most) throw new Error("too long");
      parts.push(value);
    }
  };
  const decoded = (words) => {
    const binary = atob(words.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    return bytes;
  };
  const encoded = (bytes) => {
    let binary = "";
    bytes.forEach((byte) => (binary += String.fromCharCode(byte)));
    return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  };
  const share = async () => {
    const json = JSON.stringify({ files: sent(), open });
    if (encoder.encode(json).length > MOST_SHARED) return say("These files are too long for a link.");
    const bytes = await through(new CompressionStream("deflate-raw"), encoder.encode(json), MOST_SHARED);
    history.replaceState(null, "", "#f=" + encoded(bytes));
    const copied = navigator.clipboard && (await navigator.clipboard.writeText(location.href).then(() => true, () => false));
    say(copied ? "The link is copied." : "The link is in the address bar.");
  };
  const shared = async () => {
    const found = /^#f=([A-Za-z0-9_-]+)$/.exec(location.hash);
    if (!found) return null;
    try {
      const bytes = await through(new DecompressionStream("deflate-raw"), decoded(found[1]), MOST_SHARED);
      const { files, open } = JSON.parse(decoder.decode(bytes));
      const own = files.slice(0, 100).map(({ name, text }) => ({ name: String(name).slice(0, 200), text: String(text) }));
      return own.length ? { files: own, open: Number.isInteger(open) && own[open] ? open : 0 } : null;
    } catch (_) {
      say("This link is damaged.");
      return null;
    }
  };

  // Examples, files, keys.
  const examples = new Map();
  for (const one of document.querySelectorAll("script[data-example]")) {
    const { example, name } = one.dataset;
    // the line break after the tag is not part of the file
    examples.set(example, (examples.get(example) || []).concat({ name, text: one.textContent.slice(1) }));
  }
  $("example").append(...[...examples.keys()].map((name) => element("option", { textContent: name, value: name })));
  const load = (given, at) => {
    // an editor of a browser has one kind of line break
    files = given.map(({ name, text }) => ({ name, text: text.replace(/\r\n?/g, "\n") }));
    open = 0;
    report = null;
    show(at);
    check();
  };
  $("example").addEventListener("change", () => {
    history.replaceState(null, "", location.href.split("#")[0]);
    load(examples.get($("example").value), 0);
  });
  const fileName = (words, own) => {
    const name = (prompt(words, own) || "").trim();
    if (!name || files.some((file) => file.name === name)) return null;
    return name;
  };
  $("add").addEventListener("click", () => {
    const name = fileName("Name of the new file, such as modules/net/main.tf", "");
    if (!name) return;
    files.push({ name, text: "" });
    show(files.length - 1);
    check();
  });
  $("rename").addEventListener("click", () => {
    const name = fileName("Name of the file", files[open].name);
    if (!name) return;
    files[open].name = name;
    drawTabs();
    check();
  });
  $("remove").addEventListener("click", () => {
    files.splice(open, 1);
    const at = Math.max(0, open - 1);
    open = at;
    text.value = files[at].text;
    show(at);
    check();
  });
  $("share").addEventListener("click", share);
  $("keys-open").addEventListener("click", () => {
    $("keys").hidden = !$("keys").hidden;
    $("keys-open").setAttribute("aria-expanded", String(!$("keys").hidden));
  });
  let leaves = false;
  text.addEventListener("keydown", (event) => {
    if (names) {
      const moves = { ArrowDown: 1, ArrowUp: -1 };
      if (event.key in moves) {
        event.preventDefault();
        names.selected = (names.selected + moves[event.key] + names.candidates.length) % names.candidates.length;
        return drawNames();
      }
      if (event.key === "Enter" || event.key === "Tab") {
        event.preventDefault();
        return takeName();
      }
      if (event.key === "Escape") return closeNames();
    }
    if (event.key === "Tab" && !event.shiftKey && !leaves) {
      event.preventDefault();
      replace(text.selectionStart, text.selectionEnd, "  ");
    }
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      complete();
    }
    if (event.key === "." && event.ctrlKey) {
      event.preventDefault();
      const at = byteOf(text.value, text.selectionStart);
      const here = findingsHere().find((one) => one.fixes.length && one.range.start.byte <= at && at <= one.range.end.byte);
      if (here) apply(here.fixes[0]);
      else say("No fix here.");
    }
    leaves = event.key === "Escape";
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "F8") {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    }
    if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      share();
    }
    if (event.key === "Enter" && event.ctrlKey) {
      event.preventDefault();
      const words = text.value.slice(text.selectionStart, text.selectionEnd);
      if (words.trim()) $("expression").value = words;
      view("eval");
      evaluate();
    }
  });
  text.addEventListener("input", edited);
  text.addEventListener("scroll", scroll);
  text.addEventListener("blur", closeNames);
  // the focus stays in the editor
  $("names").addEventListener("mousedown", (event) => event.preventDefault());
  document.addEventListener("selectionchange", () => document.activeElement === text && look());

  const begin = async () => {
    view("findings");
    const first = await shared();
    load(first ? first.files : examples.values().next().value, first ? first.open : 0);
    window.addEventListener("hashchange", async () => {
      const other = await shared();
      if (other) load(other.files, other.open);
    });
    try {
      const bytes = new Blob([decoded($("module").textContent)]).stream().pipeThrough(new DecompressionStream("gzip"));
      $("module").remove();
      // compiled while it is unpacked
      answerer.begin(await WebAssembly.compileStreaming(new Response(bytes, { headers: { "content-type": "application/wasm" } })));
    } catch (error) {
      $("totals").textContent = "The module cannot be loaded: " + error.message;
    }
  };
  begin();
})();
