// The language and the browser as they are before the scripts of a page run. These may replace any of it, and the
// fields of a form may hide its properties. So all parts use the copies here: they call no methods, go through lists by
// their indexes, and make objects without a prototype.
const {
  Crypto, DataTransfer, Date: TrueDate, DragEvent, Element, Error, Event, File, Function, InputEvent, KeyboardEvent,
  Map, Math, MouseEvent, Object, Performance, PointerEvent, Promise, ServiceWorkerContainer, ShadowRoot, StorageEvent,
  String, UIEvent, URL, Uint8Array, WheelEvent, XMLHttpRequest, __evoke__: evoke, __visitorGoes__: tellGone, console,
  document, location, navigation, reportError, scheduler,
} = globalThis;
const { defineProperty, freeze, getOwnPropertyDescriptor, keys, setPrototypeOf } = Object;
const { apply, construct } = globalThis.Reflect;
const { parse, stringify } = globalThis.JSON;
const { imul, max, min } = Math;
const { fromCharCode } = String;
const { now: realTime } = TrueDate;
const { escape } = globalThis.CSS;
const { call } = Function.prototype;
const uncurried = (f) => call.bind(f);
const global = globalThis.eval; // code that it gets is global
const trueTimeout = globalThis.setTimeout.bind(globalThis);
const toBase64 = globalThis.btoa.bind(globalThis);
const computedStyle = globalThis.getComputedStyle.bind(globalThis);

// copies has the methods and the getters of a class as functions whose first argument is their object.
const copies = (name) =>
  new globalThis.Proxy(globalThis[name].prototype, {
    get(of, name) {
      const p = getOwnPropertyDescriptor(of, name);
      return p && uncurried(p.value || p.get);
    },
  });
const setter = (of, name) => uncurried(getOwnPropertyDescriptor(globalThis[of].prototype, name).set);

const { includes, push } = copies("Array");
const { charCodeAt, indexOf, slice: cut, startsWith, toUpperCase, trim } = copies("String");
const { exec } = copies("RegExp");
const { then } = copies("Promise");
const { clear, delete: mapDelete, forEach: eachOf, get: mapGet, has: mapHas, set: mapSet, size: sizeOf } =
  copies("Map");
const subarray = uncurried(Uint8Array.prototype.subarray);
const { toString: codeOf } = copies("Function");
const { toString: dateText } = copies("Date");
const { toString: numberText } = copies("Number");

const { href: hrefOf, origin: originOf, pathname: pathnameOf } = copies("URL");
const { addEventListener: listen, dispatchEvent: dispatch } = copies("EventTarget");
const { cancelable: isCancelable, preventDefault, target: targetOf } = copies("Event");
const { error: errorOf, filename: fileOf, lineno: lineOf, message: messageOf } = copies("ErrorEvent");
const { reason: reasonOf } = copies("PromiseRejectionEvent");
const { postTask } = copies("Scheduler");
const { status: statusOf, url: addressOf } = copies("Response");
const { responseURL, status: statusOfRequest } = copies("XMLHttpRequest");
const { back, canGoBack } = copies("Navigation");
const { setItem } = copies("Storage");

const {
  childNodes, contains, getRootNode, isConnected, nodeType, parentElement, parentNode, removeChild, textContent,
} = copies("Node");
const {
  checkVisibility, closest, firstElementChild, getAttribute, getAttributeNames,
  getBoundingClientRect, getClientRects, hasAttribute, id: idOf, innerHTML, localName, namespaceURI, outerHTML,
  previousElementSibling, querySelectorAll: allInElement, remove, removeAttribute, scrollBy, scrollIntoViewIfNeeded,
  setAttribute, shadowRoot, toggleAttribute,
} = copies("Element");
const {
  activeElement, body, createTreeWalker, documentElement, elementFromPoint, execCommand, implementation, importNode,
  querySelectorAll: allInDocument, scrollingElement, title,
} = copies("Document");
const { querySelectorAll: allInFragment } = copies("DocumentFragment");
const { elementFromPoint: fromPointInside, host: shadowHost } = copies("ShadowRoot");
const { click: pushOn } = copies("HTMLElement");
const { valid: isValid } = copies("ValidityState");
const { createHTMLDocument } = copies("DOMImplementation");
const { data: dataOf } = copies("CharacterData");
const { currentNode, nextNode } = copies("TreeWalker");
const { cssText, getPropertyValue, length: lengthOfStyle } = copies("CSSStyleDeclaration");
const { height, left, top, width } = copies("DOMRectReadOnly");
const { length: lengthOfRects } = copies("DOMRectList");
const { length: lengthOfNodes } = copies("NodeList");
const { requestSubmit } = copies("HTMLFormElement");
const setText = setter("Node", "textContent");
const setInner = setter("Element", "innerHTML");
const setValue = setter("HTMLInputElement", "value");
const setFiles = setter("HTMLInputElement", "files");
const { files: filesOf, items: itemsOf } = copies("DataTransfer");
const { add: addItem } = copies("DataTransferItemList");
const setArea = setter("HTMLTextAreaElement", "value");
const setSelected = setter("HTMLOptionElement", "selected");

// ofSpace returns a function that has a property of an element, or calls its method: HTML and SVG have their own each.
function ofSpace(name) {
  const of = { __proto__: null };
  of["http://www.w3.org/1999/xhtml"] = copies("HTMLElement")[name];
  of["http://www.w3.org/2000/svg"] = copies("SVGElement")[name];
  return (e) => {
    const f = e && of[namespaceURI(e)];
    return f && f(e);
  };
}
const [tabIndex, styleOf] = [ofSpace("tabIndex"), ofSpace("style")];
const [focusOn, blurOn, isEditable] = [ofSpace("focus"), ofSpace("blur"), ofSpace("isContentEditable")];

// fields have the properties of elements of forms, by their tags.
const fields = { __proto__: null };
for (const name of ["Input", "Select", "TextArea", "Button", "Option", "FieldSet", "OptGroup"]) {
  const of = copies("HTML" + name + "Element");
  const has = (fields[name.toLowerCase()] = { __proto__: null });
  for (const p of [
    "checked", "disabled", "form", "labels", "list", "maxLength", "minLength", "multiple", "required", "selected",
    "type", "validity", "value",
  ]) {
    has[p] = of[p];
  }
}

// property is a property of an element of a form, undefined for another element.
function property(e, name) {
  const of = fields[localName(e)];
  const f = of && of[name];
  return f && namespaceURI(e) === "http://www.w3.org/1999/xhtml" ? f(e) : undefined;
}

// all are the elements in a document, in a fragment or in an element that a selector fits.
function all(within, selector) {
  const type = nodeType(within);
  return items((type === 1 ? allInElement : type === 9 ? allInDocument : allInFragment)(within, selector));
}

const mostElements = 10000;

// within are the first elements in a document or in an element, those in shadow roots behind their hosts.
function within(root) {
  const out = [];
  const add = (root) => {
    const elements = all(root, "*");
    for (let i = 0; i < elements.length && out.length < mostElements; i++) {
      out[out.length] = elements[i];
      if (shadowRoot(elements[i])) add(shadowRoot(elements[i]));
    }
  };
  if (nodeType(root) === 1 && shadowRoot(root)) add(shadowRoot(root));
  add(root);
  return out;
}

// items are the nodes of a list.
function items(nodes) {
  const out = [];
  const n = lengthOfNodes(nodes);
  for (let i = 0; i < n; i++) out[i] = nodes[i];
  return out;
}

function each(all, f) {
  for (let i = 0; i < all.length; i++) f(all[i], i);
}

// list is an empty list that scripts of the page cannot give a toJSON to.
const list = () => setPrototypeOf([], null);

const isElement = (e) => e && e !== globalThis && nodeType(e) === 1;
const emptyDocument = () => createHTMLDocument(implementation(document), "");
