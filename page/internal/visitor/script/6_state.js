// The state of a page, as two visitors would compare it.

// hash is cyrb53, by bryc: 53 bits of a text.
function hash(text) {
  let a = 0xdeadbeef, b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = imul(a ^ c, 2654435761);
    b = imul(b ^ c, 1597334677);
  }
  a = imul(a ^ (a >>> 16), 2246822507) ^ imul(b ^ (b >>> 13), 3266489909);
  b = imul(b ^ (b >>> 16), 2246822507) ^ imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

const mostNodes = 20000;

// outline is the document without what no user sees: elements, their attributes, texts, and the values of fields.
function outline() {
  const parts = [location.pathname + location.search + location.hash];
  const walk = document.createTreeWalker(document.body || document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let n = 0;
  for (let node = walk.currentNode; node && n < mostNodes; node = walk.nextNode(), n++) {
    if (node.nodeType === 3) {
      const text = plain(node.data);
      if (text && !["script", "style", "template"].includes(node.parentNode.localName)) parts.push(text);
      continue;
    }
    if (node.nodeType !== 1 || node.localName === "script") continue;
    let part = "<" + node.localName;
    for (const a of node.attributes) if (!a.name.startsWith("on")) part += " " + a.name + "=" + a.value;
    if ("checked" in node && node.checked) part += " checked";
    if ("value" in node && typeof node.value === "string") part += " :" + node.value;
    parts.push(part);
  }
  return parts.join("\n");
}

const mostSights = 3000;

// ownText is the text of an element without that of the elements in it.
function ownText(e) {
  let out = "";
  for (const n of e.childNodes) if (n.nodeType === 3) out += n.data;
  return plain(out);
}

// sights is what a user sees of each element, by its path: its text, its value, and whether it is shown.
function sights() {
  const out = {};
  let n = 0;
  for (const e of document.body ? document.body.querySelectorAll("*") : []) {
    if (n === mostSights) break;
    if (["script", "style", "template", "option"].includes(e.localName)) continue;
    n++;
    const sight = { shown: isThere(e) || (e.disabled && e.checkVisibility()) };
    const text = ownText(e);
    if (text && text.length <= 200) sight.text = text;
    if (e.firstElementChild) sight.inner = true;
    if (["checkbox", "radio"].includes(e.type)) sight.checked = !!e.checked;
    else if (["input", "textarea", "select"].includes(e.localName)) sight.value = String(e.value);
    if (e.disabled) sight.disabled = true;
    if (e.hasAttribute("class")) sight.classes = e.getAttribute("class");
    if (e.style && e.style.cssText) sight.style = e.style.cssText;
    out[pathOf(e)] = sight;
  }
  return out;
}

// countOf is how many elements have the role and the name of an element, and how many its label: a test names it by
// what no other element has.
function countOf(e) {
  const role = roleOf(e);
  const name = nameOf(e);
  const label = labelOf(e);
  let byRole = 0;
  let byLabel = 0;
  for (const other of document.body.querySelectorAll("*")) {
    if (role && name && roleOf(other) === role && nameOf(other) === name) byRole++;
    if (label && labelOf(other) === label) byLabel++;
  }
  return { byRole, byLabel };
}
