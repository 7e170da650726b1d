addEventListener("DOMContentLoaded", () => {
  const b = document.getElementById("plain");
  if (b) b.addEventListener("click", plain);
});
let plains = 0;
function plain() {
  plains++;
  document.getElementById("out").textContent = "plain " + plains;
}
