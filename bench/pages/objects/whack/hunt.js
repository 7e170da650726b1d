const get = (id) => document.getElementById(id);

const speeds = {
  slow: { every: 1000, stay: 3, gold: 0.1, fox: 0.1 },
  fast: { every: 500, stay: 2, gold: 0.2, fox: 0.2 },
};

let player = "";
let speed = speeds.slow;
let points = 0;
let shells = 6;
let seconds = 30;
let missed = 0;
let streak = 0;
let timers = [];
let meadow = null;
let reloading = false;

function toggle(id, shown) {
  get(id).classList.toggle("hidden", !shown);
}

function problem(text) {
  get("problem").textContent = text;
  toggle("problem", text !== "");
}

function update() {
  get("who").textContent = player;
  get("points").textContent = points;
  get("shells").textContent = reloading ? "..." : shells;
  get("time").textContent = seconds;
}

function check(name) {
  if (name.trim() === "") {
    return "Please enter a name";
  }
  if (!/^[A-Za-z][A-Za-z0-9 _-]*$/.test(name)) {
    return "Names begin with a letter, and have letters, digits, spaces, _ and -";
  }
  return "";
}

function begin(event) {
  event.preventDefault();
  const form = event.target;
  const name = form.elements.player.value;
  const wrong = check(name);
  problem(wrong);
  if (wrong) {
    return;
  }
  player = name.trim();
  speed = speeds[form.elements.speed.value];
  points = 0;
  shells = 6;
  seconds = 30;
  missed = 0;
  streak = 0;
  reloading = false;
  meadow = new Meadow(get("meadow"), shoot);
  toggle("intro", false);
  toggle("end", false);
  toggle("play", true);
  timers.push(setInterval(second, 1000));
  timers.push(setInterval(() => meadow.appear(speed, speed.stay), speed.every));
  update();
}

function second() {
  seconds--;
  missed += meadow.pass();
  if (seconds <= 0) {
    end("Time is up");
  } else if (missed >= 10) {
    end("Too many rabbits ran away");
  } else {
    update();
  }
}

function shoot(burrow) {
  if (reloading) {
    return;
  }
  if (shells === 0) {
    streak = 0;
    get("reload").classList.add("needed");
    return;
  }
  shells--;
  const kind = burrow.hit();
  switch (kind) {
    case "rabbit":
      streak++;
      points += 10;
      break;
    case "gold":
      streak++;
      points += 50;
      break;
    case "fox":
      streak = 0;
      points -= 30;
      break;
    default:
      streak = 0;
      points = Math.max(0, points - 1);
  }
  if (streak > 0 && streak % 3 === 0) {
    points += 5 * streak;
  }
  if (points < 0) {
    end("A fox!");
    return;
  }
  update();
}

function reload() {
  if (reloading || shells === 6) {
    return;
  }
  reloading = true;
  get("reload").classList.remove("needed");
  update();
  setTimeout(() => {
    reloading = false;
    shells = 6;
    update();
  }, 800);
}

function end(reason) {
  timers.forEach(clearInterval);
  timers = [];
  meadow.clear();
  let verdict = reason + ". ";
  if (points <= 0) {
    verdict += "The rabbits laugh at you.";
  } else if (points < 50) {
    verdict += player + ", you had " + points + " points.";
  } else if (points < 150) {
    verdict += "Well done, " + player + ": " + points + " points.";
  } else {
    verdict += player + " is a master: " + points + " points!";
  }
  get("verdict").textContent = verdict;
  toggle("play", false);
  toggle("end", true);
  record();
}

function record() {
  if (points <= 0) {
    return;
  }
  const scores = JSON.parse(localStorage.scores || "[]");
  scores.push({ name: player, points: points });
  scores.sort((a, b) => b.points - a.points);
  localStorage.scores = JSON.stringify(scores.slice(0, 3));
  list();
}

function list() {
  const scores = JSON.parse(localStorage.scores || "[]");
  const body = get("scores").tBodies[0];
  body.innerHTML = "";
  for (const score of scores) {
    const row = body.insertRow();
    row.insertCell().textContent = score.name;
    row.insertCell().textContent = score.points;
  }
}

get("hunter").addEventListener("submit", begin);
get("reload").addEventListener("click", reload);
get("quit").addEventListener("click", () => {
  if (confirm("Really give up?")) {
    end("You gave up");
  }
});
get("more").addEventListener("click", () => {
  toggle("end", false);
  toggle("intro", true);
  get("player").focus();
});
window.addEventListener("keydown", (event) => {
  if (event.code === "KeyR" && !get("play").classList.contains("hidden")) {
    reload();
  }
});
list();
