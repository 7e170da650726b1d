// The state of a page, as two visitors would compare it.

// hash is cyrb53, by bryc: 53 bits of a text.
function hash(text) {
  let a = 0xdeadbeef, b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const c = charCodeAt(text, i);
    a = imul(a ^ c, 2654435761);
    b = imul(b ^ c, 1597334677);
  }
  a = imul(a ^ (a >>> 16), 2246822507) ^ imul(b ^ (b >>> 13), 3266489909);
  b = imul(b ^ (b >>> 16), 2246822507) ^ imul(a ^ (a >>> 13), 3266489909);
  return numberText(4294967296 * (2097151 & b) + (a >>> 0), 36);
}

const mostNodes = 20000;

// outline is the document without what no user sees: elements, their attributes, texts, and what fields are filled
// with. A place in it is no state by itself.
function outline() {
  let n = 0;
  const of = (root) => {
    let out = "";
    const walk = createTreeWalker(document, root, 1 | 4); // elements and texts
    for (let node = currentNode(walk); node && n < mostNodes; node = nextNode(walk), n++) {
      const type = nodeType(node);
      if (type === 3) {
        const text = plain(dataOf(node));
        const e = parentElement(node);
        if (text && !(e && includes(unseen, localName(e)))) out += "\n" + text;
      } else if (type === 1 && localName(node) !== "script") {
        out += "\n<" + localName(node) + marks(node);
        if (shadowRoot(node)) out += "\n#" + of(shadowRoot(node));
      }
    }
    return out;
  };
  return location.pathname + location.search + of(body(document) || document);
}

// marks are the attributes of an element, and what a field is filled with.
function marks(e) {
  let out = "";
  each(getAttributeNames(e), (name) => {
    if (!startsWith(name, "on")) out += " " + name + "=" + getAttribute(e, name);
  });
  return out + filled(e);
}

// filled says of a field which of few values it has, and of one for texts whether it has any, and one that is allowed:
// each text would be another state, in which all is to be tried again.
function filled(e) {
  if (property(e, "checked")) return " checked";
  const value = property(e, "value");
  if (localName(e) === "select") return " :" + value;
  if (!value || !includes(own(e), "fill")) return "";
  return isValid(property(e, "validity")) ? " filled" : " invalid";
}

const unseen = ["script", "style", "template"];

const mostSights = 3000;

// ownText is the text of an element without that of the elements in it.
function ownText(e) {
  let out = "";
  each(items(childNodes(e)), (n) => {
    if (nodeType(n) === 3) out += dataOf(n);
  });
  return plain(out);
}

// sights is what a user sees of each element, by its path: its text, its value, and whether it is shown.
function sights() {
  const out = { __proto__: null };
  const elements = body(document) ? within(body(document)) : [];
  for (let i = 0, n = 0; i < elements.length && n < mostSights; i++) {
    const e = elements[i];
    const tag = localName(e);
    if (includes(unseen, tag) || tag === "option") continue;
    n++;
    const sight = { __proto__: null, tag, shown: isShown(e) };
    const text = ownText(e);
    if (text && text.length <= 200) sight.text = text;
    if (firstElementChild(e)) sight.inner = true;
    if (includes(["checkbox", "radio"], property(e, "type"))) sight.checked = property(e, "checked");
    else if (includes(["input", "textarea", "select"], tag)) sight.value = property(e, "value");
    if (property(e, "disabled")) sight.disabled = true;
    if (hasAttribute(e, "class")) sight.classes = getAttribute(e, "class");
    const style = styleOf(e);
    if (style && cssText(style)) sight.style = cssText(style);
    out[pathOf(e)] = sight;
  }
  return out;
}

const named = ["img", "svg", "input", "select", "textarea", "button", "br"];

// isWritten reports whether the texts in an element, without those of a field in it, are all that its name has: style
// sheets and attributes may add some, or hide or part them.
function isWritten(e, field) {
  const plain = (of, pseudo) =>
    includes(["none", "normal", '""'], getPropertyValue(computedStyle(of, pseudo), "content"));
  const parts = all(e, "*");
  for (let i = -1; i < parts.length; i++) {
    const of = i < 0 ? e : parts[i];
    if (field !== e && contains(field, of)) continue;
    if (!plain(of, "::before") || !plain(of, "::after")) return false;
    if (i < 0) continue;
    const has = (name) => hasAttribute(of, name);
    if (has("title") || has("role") || has("aria-label") || has("aria-hidden")) return false;
    if (includes(named, localName(of)) || getPropertyValue(computedStyle(of), "display") !== "inline") return false;
  }
  return true;
}

// countOf is how many elements have the role and the name of an element, and how many its label: a test names it by
// what no other element has.
function countOf(e) {
  const labels = property(e, "labels");
  const role = isWritten((labels && labels[0]) || e, e) && roleOf(e);
  const name = nameOf(e);
  const label = labelOf(e);
  let byRole = 0;
  let byLabel = 0;
  const elements = within(body(document));
  for (let i = 0; i < elements.length; i++) {
    const other = elements[i];
    if (role && name && roleOf(other) === role && nameOf(other) === name) byRole++;
    if (label && labelOf(other) === label) byLabel++;
  }
  return { byRole, byLabel };
}
