"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const batch = 100; // how many elements of a list are made at a time

// el makes an element. Texts become text nodes, so nothing in them is markup.
function el(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [k, v] of Object.entries(attributes || {})) if (v !== undefined && v !== false) e.setAttribute(k, v);
  e.append(...children.filter(c => c !== undefined && c !== null && c !== ""));
  return e;
}
const tag = (text, kind) => el("span", { class: "tag " + (kind || "") }, text);
const kindOf = status => /^[23]/.test(status) ? "good" : /^4/.test(status) ? "warn" : /^5/.test(status) ? "bad" : "";

function code(text, language) {
  const inner = el("code");
  if (text.length < 200000) inner.innerHTML = hljs.highlight(text, { language }).value; // escapes the text
  else inner.textContent = text;
  const button = el("button", { class: "copy", type: "button" }, "Copy");
  button.onclick = async () => { try { await navigator.clipboard.writeText(text); button.textContent = "Copied"; } catch { getSelection().selectAllChildren(inner); } };
  return el("div", { class: "box" }, button, el("pre", { tabindex: "0" }, inner));
}

// row is an element of a list that makes its inside when it is opened.
function row(id, summary, inside) {
  const d = el("details", { id }, el("summary", {}, ...summary));
  d.addEventListener("toggle", () => { if (d.open && d.children.length === 1) d.append(el("div", { class: "inside" }, ...inside())); });
  return d;
}

// list shows items with a search, filters and orders, a batch at a time.
function list(section, items, o) {
  const root = document.querySelector("#view-" + section + " .list");
  const query = el("input", { type: "search", placeholder: "Search", "aria-label": "Search " + section });
  const filter = el("select", { "aria-label": "Filter" }, ...o.filters.map(([n], i) => el("option", { value: i }, n)));
  const order = el("select", { "aria-label": "Sort" }, ...o.orders.map(([n], i) => el("option", { value: i }, "Sort: " + n)));
  const count = el("span", { class: "dim", role: "status" });
  const body = el("div"), more = el("button", { type: "button" }, "Show more");
  root.append(el("div", { class: "tools" }, query, filter, order, count), body, more);
  const texts = items.map(i => o.text(i).toLowerCase());
  let shown = [], at = 0;
  const next = () => {
    const part = shown.slice(at, at + batch);
    body.append(...part.map(n => o.row(items[n], n)));
    at += part.length;
    more.hidden = at >= shown.length;
  };
  const update = () => {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    const keep = o.filters[filter.value][1];
    shown = [...items.keys()].filter(n => keep(items[n]) && words.every(w => texts[n].includes(w)));
    const compare = o.orders[order.value][1];
    if (compare) shown.sort((a, b) => compare(items[a], items[b]) || a - b);
    count.textContent = shown.length === items.length ? items.length + " in all" : shown.length + " of " + items.length;
    body.replaceChildren(); at = 0; next();
  };
  more.onclick = next;
  new IntersectionObserver(e => { if (e[0].isIntersecting && at > 0 && at < shown.length) next(); }).observe(more);
  for (const e of [query, filter, order]) e.addEventListener("input", update);
  update();
  return n => { // shows one item
    query.value = ""; filter.value = 0; update();
    while (at <= shown.indexOf(n)) next();
    const d = document.getElementById(section + "-" + n);
    if (d) { d.open = true; d.querySelector("summary").focus(); d.scrollIntoView({ block: "start" }); scrollBy(0, -60); }
  };
}
const link = (section, n, text) => el("a", { href: "#" + section + "/" + n }, text);
const by = f => (a, b) => f(a) < f(b) ? -1 : f(a) > f(b) ? 1 : 0;
const facts = rows => el("table", {}, ...rows.filter(r => r[1] !== undefined && r[1] !== "" && r[1] !== null).map(([k, v]) => el("tr", {}, el("th", { class: "dim", scope: "row" }, k), el("td", {}, ...(Array.isArray(v) ? v : [v])))));
const joined = parts => parts.flatMap((p, i) => i ? [", ", p] : [p]);
const tests = indexes => indexes && indexes.length ? joined(indexes.slice(0, 50).map(n => link("tests", n, data.tests[n].title))).concat(indexes.length > 50 ? [" and " + (indexes.length - 50) + " more"] : []) : "";

const views = {
  operations: () => list("operations", data.operations, {
    text: o => o.name + " " + (o.why || ""),
    filters: [["All", () => true], ["Never succeeded", o => !o.ok], ["With findings", o => o.findings], ["With 5xx", o => (o.outcomes || []).some(s => /^5/.test(s[0]))], ["Without tests", o => !(o.tests || []).length]],
    orders: [["as in the schema"], ["name", by(o => o.name)], ["most calls", by(o => -o.calls)], ["most findings", by(o => -o.findings)]],
    row: (o, n) => row("operations-" + n, [el("span", { class: "name" }, o.name), ...(o.outcomes || []).map(s => tag(s[0] + " × " + s[1], kindOf(s[0]))), o.findings ? tag(o.findings + (o.findings > 1 ? " findings" : " finding"), "bad") : "", o.ok ? "" : tag("never succeeded", "warn")],
      () => [facts([["calls", String(o.calls)], ["without an answer", o.incomplete ? String(o.incomplete) : ""], ["why not", o.why], ["reads, undeclared", (o.undeclared || []).join(", ")], ["tests", tests(o.tests)]])]),
  }),
  findings: () => list("findings", data.findings, {
    text: f => f.code + " " + f.operation + " " + (f.also || []).join(" ") + " " + f.why + " " + f.frame + " " + f.category,
    filters: [["All", () => true], ["New", f => !f.known && !f.silenced], ["Silenced", f => f.silenced], ["With a test", f => (f.tests || []).length], ["Without a test", f => !(f.tests || []).length]],
    orders: [["code"], ["operation", by(f => f.operation)], ["place", by(f => f.frame)]],
    row: (f, n) => row("findings-" + n, [tag(f.code, "bad"), el("span", { class: "name" }, f.operation + (f.also ? " and " + f.also.length + " more" : "")), el("span", {}, f.why), f.silenced ? tag("silenced") : f.known ? tag("known") : ""],
      () => [facts([["kind", f.category], ["also in", (f.also || []).join(", ")], ["at", f.file >= 0 ? [link("code", f.file, f.frame)] : f.frame], ["note", f.note], ["silenced, since", f.silenced], ["tests", tests(f.tests)]]), ...again(f)]),
  }),
  laws: () => list("laws", data.laws, {
    text: l => l.operation + " " + l.text,
    filters: [["All", () => true], ["Not always", l => l.broken]],
    orders: [["operation"], ["broken", by(l => -(l.broken || 0))]],
    row: (l, n) => {
      const shown = calls => calls ? [code(calls, "bash")] : "";
      const evidence = tag(l.evidence, l.broken ? "bad" : "");
      const head = [el("span", { class: "name" }, l.operation), el("span", {}, l.text), evidence];
      const calls = [["holds in", shown(l.right)], ["does not hold in", shown(l.wrong)]];
      return row("laws-" + n, head, () => [facts(calls)]);
    },
  }),
  tests: () => list("tests", data.tests, {
    text: t => t.title + " " + (t.purpose || "") + " " + t.steps.map(s => s.call).join(" "),
    filters: [["All", () => true], ["Success", t => t.kind === "success"], ["Refused", t => t.kind === "client_error" || t.kind === "error"], ["Findings", t => (t.findings || []).length]],
    orders: [["as in the suite"], ["name", by(t => t.title)], ["most calls", by(t => -t.steps.length)]],
    row: (t, n) => row("tests-" + n, [el("span", { class: "name" }, t.title), (t.findings || []).length ? tag("finding", "bad") : "", t.steps.length ? tag(t.steps.at(-1).answer, kindOf(t.steps.at(-1).answer)) : ""],
      () => [t.purpose ? el("p", {}, t.purpose) : "", el("ol", {}, ...t.steps.map(s => el("li", {}, s.call + " → ", tag(s.answer, kindOf(s.answer)), s.note ? el("span", { class: "dim" }, " " + s.note) : "", ...(s.checks || []).map(c => el("div", { class: "dim" }, c))))), facts([["file", t.path ? t.path + ":" + t.start : ""], ["shows", (t.findings || []).length ? joined(t.findings.map(f => link("findings", f, data.findings[f].why))) : ""]]), t.code ? code(t.code, "go") : ""]),
  }),
  code: () => list("code", data.sources, {
    text: s => s.path,
    filters: [["All", () => true], ["Not all covered", s => s.percent < 100]],
    orders: [["path"], ["least covered", by(s => s.percent)], ["closest miss", by(s => -Math.max(0, ...(s.near || []).map(b => b.best < 1 ? b.best : 0)))]],
    row: (s, n) => row("code-" + n, [el("span", { class: "name" }, s.path), bar(s.percent), tag(s.percent + " %")], () => [source(s)]),
  }),
};
// again says how to see a finding again.
function again(f) {
  if (!f.again) return [el("p", { class: "dim" }, "The whole sequence of calls, for bash with curl and jq:"), code(f.script, "bash")];
  return [el("p", { class: "dim" }, "To see it again:"), el("ol", {}, ...f.again.map(a => el("li", {}, a)))];
}
function bar(percent) {
  const inner = el("i"); inner.style.width = percent + "%";
  return el("span", { class: "bar", "aria-hidden": "true" }, inner);
}

// source shows a file with the state of each line: c(overed), u(ncovered), p(artly).
function source(s) {
  const near = {};
  for (const b of s.near || []) (near[b.line] ||= []).push(b);
  const html = s.text.length < 300000 ? hljs.highlight(s.text, { language: "go" }).value : null;
  let open = [];
  const lines = (html ?? s.text).split("\n").map((line, i) => {
    const state = { c: "c", u: "u", p: "p" }[s.lines[i]] || "";
    const text = el("code");
    if (html === null) text.textContent = line; else {
      text.innerHTML = open.join("") + line + "</span>".repeat(open.length); // a comment may have several lines
      for (const t of line.match(/<span [^>]*>|<\/span>/g) || []) t[1] === "/" ? open.pop() : open.push(t);
    }
    const words = { c: "covered", u: "not covered", p: "partly covered" }[state];
    return el("div", { class: state, title: words }, el("i", {}, String(i + 1)), text, ...(near[i + 1] || []).map(b => el("span", { class: "near" }, (b.missing || "not reached") + (b.best > 0 && b.best < 1 ? " — closest " + b.best.toFixed(3) + " of 1" : b.best >= 1 ? " — the search was here, the tests are not" : ""))));
  });
  return el("pre", { class: "src", tabindex: "0" }, ...lines);
}

const made = {};
function go() {
  const [name, item] = location.hash.slice(1).split("/");
  const view = document.getElementById("view-" + name) ? name : "overview";
  for (const s of document.querySelectorAll("main > section")) s.hidden = s.id !== "view-" + view;
  for (const a of document.querySelectorAll("nav a")) a.hash === "#" + view ? a.setAttribute("aria-current", "page") : a.removeAttribute("aria-current");
  if (views[view] && !made[view]) made[view] = views[view]();
  if (item !== undefined && made[view]) made[view](Number(item)); else scrollTo(0, 0);
}
addEventListener("hashchange", go);
addEventListener("keydown", e => {
  if (e.key === "/" && !/INPUT|SELECT|TEXTAREA/.test(document.activeElement.tagName)) {
    const q = document.querySelector("main > section:not([hidden]) input[type=search]");
    if (q) { e.preventDefault(); q.focus(); }
  }
});
go();
