// What the page uses of jQuery, in words of its own.
function $(of) {
  const all = typeof of === 'string' ? Array.from(document.querySelectorAll(of)) : [of];
  const size = (name) => parseFloat(getComputedStyle(all[0])[name]);
  return {
    attr: (name) => all[0].getAttribute(name),
    after: (html) => all.forEach((e) => e.insertAdjacentHTML('afterend', html)),
    click: (f) => all.forEach((e) => e.addEventListener('click', f)),
    css: (name, value) => all.forEach((e) => { e.style[name] = value; }),
    ready: (f) => of.addEventListener('DOMContentLoaded', f),
    remove: () => all.forEach((e) => e.remove()),
    width: () => size('width'),
    height: () => size('height'),
  };
}
