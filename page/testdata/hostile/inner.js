addEventListener("DOMContentLoaded", () => {
  document.getElementById("inner").onclick = () => { document.title = "inner"; };
  try { setInterval(() => parent.postMessage("tick", "*"), 0); } catch { document.title = "none"; }
});
