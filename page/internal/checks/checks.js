// What is wrong with a document by itself, and where its links lead. It runs apart from the scripts of the page.
(async () => {
  const troubles = [];
  if (document.contentType !== "text/html") return { troubles, links: [] };
  const uses = new Map();
  for (const e of document.querySelectorAll("[id]")) uses.set(e.id, (uses.get(e.id) || 0) + 1);
  for (const [id, n] of uses) {
    if (id && n > 1) troubles.push({ kind: "markup", text: "several elements have the id " + JSON.stringify(id) });
  }
  for (const name of ["for", "aria-labelledby", "aria-describedby"]) {
    for (const e of document.querySelectorAll("[" + name + "]")) {
      for (const id of e.getAttribute(name).split(/\s+/)) {
        if (!id || uses.has(id)) continue;
        const place = e.localName + " " + name + "=" + JSON.stringify(id);
        troubles.push({ kind: "markup", text: place + " names no element" });
      }
    }
  }
  if (globalThis.axe) {
    const found = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] });
    for (const v of found.violations) {
      troubles.push({ kind: "access", text: v.id + ": " + v.help, place: v.nodes[0].target.flat().join(" ") });
    }
  }
  const links = [...document.links].filter((a) => a.origin === location.origin).map((a) => a.href.split("#")[0]);
  return { troubles, links: [...new Set(links)] };
})()
