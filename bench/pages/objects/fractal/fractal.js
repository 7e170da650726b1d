import { kinds } from "./kinds.js";
import { View } from "./view.js";

const $ = (selector) => document.querySelector(selector);
const canvas = $("#view");
const view = new View(canvas.width, canvas.height);
const settings = { kind: "tree", depth: 6, angle: 25, colour: "#226622", leaves: false };
let growing = 0;
let drag = null;

function draw() {
  const context = canvas.getContext("2d");
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(view.scale, 0, 0, view.scale, view.x, view.y);
  context.strokeStyle = settings.colour;
  kinds[settings.kind](context, settings, view);
  $("#where").value = view.toString();
}

function read() {
  settings.kind = $("#kind").value;
  settings.depth = Number($("#depth").value);
  const angle = parseFloat($("#angle").value);
  if (Number.isNaN(angle)) {
    settings.angle = 25;
  } else if (angle < 0 || angle > 90) {
    settings.angle = Math.min(90, Math.max(0, angle));
    $("#angle").value = settings.angle;
  } else {
    settings.angle = angle;
  }
  settings.colour = $("#colour").value;
  settings.leaves = $("#leaves").checked;
  $("#angle").disabled = settings.kind === "mandelbrot";
  $("#title").textContent = settings.kind.charAt(0).toUpperCase() + settings.kind.slice(1);
  draw();
}

function grow() {
  if (growing) {
    return;
  }
  const depth = Number($("#depth").value);
  settings.depth = 1;
  const step = () => {
    draw();
    if (settings.depth < depth) {
      settings.depth++;
      growing = requestAnimationFrame(step);
    } else {
      growing = 0;
    }
  };
  growing = requestAnimationFrame(step);
}

function position(event) {
  const box = canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

canvas.addEventListener("mousedown", (event) => {
  drag = position(event);
});
canvas.addEventListener("mousemove", (event) => {
  if (!drag) {
    return;
  }
  const now = position(event);
  view.move(now[0] - drag[0], now[1] - drag[1]);
  drag = now;
  draw();
});
window.addEventListener("mouseup", () => {
  drag = null;
});
canvas.addEventListener("dblclick", (event) => {
  view.zoom(event.shiftKey ? 0.5 : 2, ...position(event));
  draw();
});
canvas.addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    if (event.deltaY === 0) {
      return;
    }
    view.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, ...position(event));
    draw();
  },
  { passive: false },
);

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select")) {
    return;
  }
  const step = event.shiftKey ? 50 : 10;
  const moves = {
    ArrowLeft: [step, 0],
    ArrowRight: [-step, 0],
    ArrowUp: [0, step],
    ArrowDown: [0, -step],
  };
  if (moves[event.key]) {
    view.move(...moves[event.key]);
  } else if (event.key === "+") {
    view.zoom(2);
  } else if (event.key === "-") {
    view.zoom(0.5);
  } else if (event.key === "0") {
    view.reset();
  } else {
    return;
  }
  draw();
});

$("#in").onclick = () => {
  view.zoom(2);
  draw();
};
$("#out").onclick = () => {
  view.zoom(0.5);
  draw();
};
$("#home").onclick = () => {
  view.reset();
  draw();
};
$("#grow").onclick = grow;
$("#save").onclick = () => {
  const { kind, depth, angle } = settings;
  location.hash = [kind, depth, angle, view.toString()].join("/");
};
$("#title").onclick = () => {
  $("#panel").classList.toggle("closed");
};
$("#panel").addEventListener("input", read);

function fromHash() {
  const parts = location.hash.slice(1).split("/");
  if (parts.length < 3 || !(parts[0] in kinds)) {
    return false;
  }
  $("#kind").value = parts[0];
  $("#depth").value = parts[1];
  $("#angle").value = parts[2];
  if (parts[3]) {
    view.parse(decodeURIComponent(parts[3]));
  }
  read();
  return true;
}

window.addEventListener("hashchange", fromHash);
if (!fromHash()) {
  draw();
}
