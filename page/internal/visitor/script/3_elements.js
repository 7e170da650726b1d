// The elements of a page: how a test names them, and what can be done with them.

// pathOf names an element: by its id where that is the only one, else by its place below the nearest such element.
function pathOf(element) {
  const steps = [];
  for (let e = element; e && e.nodeType === 1; e = e.parentElement) {
    if (e === document.documentElement || e === document.body) {
      steps.unshift(e.localName);
      break;
    }
    if (e.id && isPlain(e.id) && e.getRootNode().querySelectorAll("#" + CSS.escape(e.id)).length === 1) {
      steps.unshift("#" + CSS.escape(e.id));
      break;
    }
    let n = 1;
    for (let s = e.previousElementSibling; s; s = s.previousElementSibling) if (s.localName === e.localName) n++;
    steps.unshift(e.localName + ":nth-of-type(" + n + ")");
  }
  return steps.join(" > ");
}

// isPlain reports whether an id was chosen by whoever wrote the page: one with many digits was not.
function isPlain(id) {
  return !/\d{4}|^:|^[0-9a-f-]{16,}$/.test(id);
}

function find(path) {
  if (path === "window") return globalThis;
  if (path === "document") return document;
  try {
    return document.querySelector(path);
  } catch {
    return null;
  }
}

const roles = {
  a: "link", button: "button", select: "combobox", textarea: "textbox", h1: "heading", h2: "heading", h3: "heading",
  h4: "heading", h5: "heading", h6: "heading", li: "listitem", ul: "list", ol: "list", img: "img", table: "table",
  tr: "row", td: "cell", th: "columnheader", nav: "navigation", main: "main", dialog: "dialog", option: "option",
};
const inputRoles = {
  button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio",
  range: "slider", number: "spinbutton", search: "searchbox", email: "textbox", tel: "textbox", text: "textbox",
  url: "textbox",
};

// roleOf is the role that a person with a screen reader is told (ARIA in HTML), "" for none.
function roleOf(e) {
  const given = e.getAttribute("role");
  if (given) return given.trim().split(/\s+/)[0];
  if (e.localName === "input") return inputRoles[e.type] || "";
  if (e.localName === "a" && !e.hasAttribute("href")) return "";
  return roles[e.localName] || "";
}

const mostText = 80;

function plain(text) {
  return (text || "").replace(/\s+/g, " ").trim();
}

// labelOf is the text of an element's label, "" for none.
function labelOf(e) {
  if (e.labels && e.labels.length) return plain(e.labels[0].textContent);
  const by = e.getAttribute("aria-labelledby");
  if (by) return plain(by.split(/\s+/).map((id) => document.getElementById(id)?.textContent || "").join(" "));
  return plain(e.getAttribute("aria-label"));
}

// namedByContent are the roles whose elements are called what stands in them (WAI-ARIA 1.2, section 5.2.8.4).
const namedByContent = new Set([
  "button", "cell", "checkbox", "columnheader", "gridcell", "heading", "link", "menuitem", "menuitemcheckbox",
  "menuitemradio", "option", "radio", "row", "rowheader", "switch", "tab", "tooltip", "treeitem",
]);

// nameOf is the accessible name of an element, in its usual cases (Accessible Name and Description Computation 1.2).
function nameOf(e) {
  const label = labelOf(e);
  if (label) return label;
  if (e.localName === "input" && ["button", "submit", "reset"].includes(e.type)) return plain(e.value || e.type);
  const content = namedByContent.has(roleOf(e)) ? plain(e.textContent) : "";
  return content || plain(e.getAttribute("alt") || e.getAttribute("title") || e.getAttribute("placeholder"));
}

// about tells of an element what a test needs to name it, and a value for it.
function about(e) {
  const out = { path: pathOf(e), tag: e.localName };
  const add = (name, v) => {
    if (v !== "" && v !== null && v !== undefined && v !== false) out[name] = v;
  };
  add("id", e.id);
  add("role", roleOf(e));
  const name = nameOf(e);
  add("name", name.length <= mostText ? name : "");
  add("label", labelOf(e).slice(0, mostText));
  if (e.localName === "select") {
    add("options", [...e.options].slice(0, 50).map((o) => o.value));
    add("type", e.multiple ? "multiple" : "one");
  }
  if (["input", "textarea"].includes(e.localName)) {
    add("type", e.localName === "input" ? e.type : "textarea");
    for (const key of ["min", "max", "step", "pattern"]) add(key, e.getAttribute(key));
    if (e.maxLength >= 0) add("maxLength", e.maxLength);
    if (e.minLength > 0) add("minLength", e.minLength);
    add("required", e.required);
    if (e.list) add("options", [...e.list.options].slice(0, 50).map((o) => o.value));
  }
  if (e.localName === "a") add("href", e.getAttribute("href"));
  return out;
}

// takesFocus reports whether the keyboard leads to an element.
function takesFocus(e) {
  const isText = e.localName === "a" && !e.hasAttribute("href") && !e.hasAttribute("tabindex");
  return e.isContentEditable || (e.tabIndex >= 0 && !isText);
}

// isThere reports whether a user can reach an element: it is shown, and not disabled.
function isThere(e) {
  const shown = e.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  const has = e.getClientRects().length > 0 || e.localName === "option"; // a place on the page
  return shown && has && !e.disabled && !e.closest("[inert]");
}
