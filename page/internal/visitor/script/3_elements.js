// The elements of a page: how a test names them, and what can be done with them.

// pathOf names an element: by its id where that is the only one, else by its place below the nearest such element. Two
// spaces lead into a shadow root, as in "#host  > b:nth-of-type(1)".
function pathOf(element) {
  let path = "";
  let above;
  for (let e = element; e && nodeType(e) === 1; e = above) {
    const root = getRootNode(e);
    const host = root instanceof ShadowRoot ? shadowHost(root) : null;
    above = parentElement(e) || host;
    const id = idOf(e);
    let step = localName(e);
    let below = " > ";
    if (e === documentElement(document) || e === body(document)) above = null;
    else if (id && isPlain(id) && all(root, "#" + escape(id)).length === 1) {
      step = "#" + escape(id);
      above = host;
      below = "  ";
    } else {
      let n = 1;
      for (let s = previousElementSibling(e); s; s = previousElementSibling(s)) if (localName(s) === step) n++;
      step += ":nth-of-type(" + n + ")";
      if (above === host) below = "  > ";
    }
    path = (above ? below : "") + step + path;
  }
  return path;
}

// isPlain reports whether an id was chosen by whoever wrote the page: one with many digits was not.
function isPlain(id) {
  return !exec(/\d{4}|^:|^[0-9a-f-]{16,}$/, id);
}

function find(path) {
  if (path === "window") return globalThis;
  if (path === "document") return document;
  return attempt(() => {
    let e;
    let end = 0; // of the part of the path that leads to e
    for (let begin = 0; begin < path.length && (e || begin === 0); begin = end) {
      end = indexOf(path, "  ", begin + 1);
      if (end < 0) end = path.length;
      const found = all(e ? shadowRoot(e) : document, exec(/[^ >].*/, cut(path, begin, end))[0]);
      let i = 0;
      while (begin > 0 && i < found.length && pathOf(found[i]) !== cut(path, 0, end)) i++;
      e = found[i];
    }
    return e;
  });
}

const roles = {
  __proto__: null,
  a: "link", button: "button", select: "combobox", textarea: "textbox", h1: "heading", h2: "heading", h3: "heading",
  h4: "heading", h5: "heading", h6: "heading", li: "listitem", ul: "list", ol: "list", img: "img", table: "table",
  tr: "row", td: "cell", th: "columnheader", nav: "navigation", main: "main", dialog: "dialog", option: "option",
};
const inputRoles = {
  __proto__: null,
  button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio",
  range: "slider", number: "spinbutton", search: "searchbox", email: "textbox", tel: "textbox", text: "textbox",
  url: "textbox",
};

// roleOf is the role that a person with a screen reader is told (ARIA in HTML), "" for none.
function roleOf(e) {
  const given = exec(/\S+/, getAttribute(e, "role") || "");
  if (given) return given[0];
  const name = localName(e);
  if (name === "input") return inputRoles[property(e, "type")] || "";
  if (name === "a" && !hasAttribute(e, "href")) return "";
  return roles[name] || "";
}

const mostText = 80;

// plain is a text with single spaces between its words.
function plain(text) {
  if (!text || !exec(/^\s|\s$|\s\s|[^\S ]/, text)) return text || "";
  const words = /\S+/g;
  let out = "";
  for (let word = exec(words, text); word; word = exec(words, text)) out += (out && " ") + word[0];
  return out;
}

// labelOf is the text of an element's label, "" for none.
function labelOf(e) {
  const labels = property(e, "labels");
  const label = labels && labels[0];
  if (label) return plain(textContent(label));
  const by = getAttribute(e, "aria-labelledby");
  if (!by) return plain(getAttribute(e, "aria-label"));
  const ids = /\S+/g;
  let out = "";
  for (let id = exec(ids, by); id; id = exec(ids, by)) {
    const other = all(getRootNode(e), "#" + escape(id[0]))[0];
    out += " " + (other ? textContent(other) : "");
  }
  return plain(out);
}

// namedByContent are the roles whose elements are called what stands in them (WAI-ARIA 1.2, section 5.2.8.4).
const namedByContent = [
  "button", "cell", "checkbox", "columnheader", "gridcell", "heading", "link", "menuitem", "menuitemcheckbox",
  "menuitemradio", "option", "radio", "row", "rowheader", "switch", "tab", "tooltip", "treeitem",
];

// nameOf is the accessible name of an element, in its usual cases (Accessible Name and Description Computation 1.2).
function nameOf(e) {
  const labels = property(e, "labels");
  const around = labels && labels[0] && contains(labels[0], e) ? textContent(labels[0]) : "";
  const at = around && textContent(e) ? indexOf(around, textContent(e)) : -1;
  const label = at < 0 ? labelOf(e) : plain(cut(around, 0, at) + " " + cut(around, at + textContent(e).length));
  if (label) return label;
  const type = property(e, "type");
  if (localName(e) === "input" && includes(["button", "submit", "reset"], type)) {
    return plain(property(e, "value") || type);
  }
  const content = includes(namedByContent, roleOf(e)) ? plain(textContent(e)) : "";
  return content || plain(getAttribute(e, "alt") || getAttribute(e, "title") || getAttribute(e, "placeholder"));
}

// valuesOf are those of the options in an element.
function valuesOf(e) {
  const out = list();
  const options = all(e, "option");
  for (let i = 0; i < options.length && i < 50; i++) push(out, property(options[i], "value"));
  return out;
}

// about tells of an element what a test needs to name it, and a value for it.
function about(e) {
  const tag = localName(e);
  const out = { __proto__: null, path: pathOf(e), tag };
  const add = (name, v) => {
    if (v !== "" && v !== null && v !== undefined && v !== false) out[name] = v;
  };
  add("id", idOf(e));
  add("role", roleOf(e));
  const name = nameOf(e);
  add("name", name.length <= mostText ? name : "");
  add("label", cut(labelOf(e), 0, mostText));
  if (tag === "select") {
    add("options", valuesOf(e));
    add("type", property(e, "multiple") ? "multiple" : "one");
  }
  if (tag === "input" || tag === "textarea") {
    add("type", tag === "input" ? property(e, "type") : "textarea");
    for (let i = 0; i < limits.length; i++) add(limits[i], getAttribute(e, limits[i]));
    if (property(e, "maxLength") >= 0) add("maxLength", property(e, "maxLength"));
    if (property(e, "minLength") > 0) add("minLength", property(e, "minLength"));
    add("required", property(e, "required"));
    const suggested = property(e, "list");
    if (suggested) add("options", valuesOf(suggested));
  }
  if (tag === "a") add("href", getAttribute(e, "href"));
  return out;
}

const limits = ["min", "max", "step", "pattern", "accept"];

// takesFocus reports whether the keyboard leads to an element.
function takesFocus(e) {
  const isText = localName(e) === "a" && !hasAttribute(e, "href") && !hasAttribute(e, "tabindex");
  return isEditable(e) || (tabIndex(e) >= 0 && !isText);
}

// takesFile reports whether a user can give an element a file: pages often hide such a field behind its label.
function takesFile(e) {
  return property(e, "type") === "file" && localName(e) === "input" && !property(e, "disabled");
}

// isShown reports whether a user sees an element: it has an area, or parts of it have where it is no box itself.
function isShown(e) {
  if (getPropertyValue(computedStyle(e), "display") === "contents") {
    let any = false;
    each(items(childNodes(e)), (n) => {
      any ||= nodeType(n) === 1 ? isShown(n) : nodeType(n) === 3 && plain(dataOf(n)) !== "";
    });
    return any;
  }
  const area = getBoundingClientRect(e);
  return checkVisibility(e, { __proto__: null, visibilityProperty: true }) && width(area) > 0 && height(area) > 0;
}

// isThere reports whether a user can reach an element: it is shown, and not disabled.
function isThere(e) {
  const shown = checkVisibility(e, { __proto__: null, visibilityProperty: true, opacityProperty: false });
  const has = lengthOfRects(getClientRects(e)) > 0 || localName(e) === "option"; // a place on the page
  return shown && has && !property(e, "disabled") && !closest(e, "[inert]");
}
