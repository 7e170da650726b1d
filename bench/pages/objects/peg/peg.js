var boards = {
    english: [
        "  ooo  ",
        "  ooo  ",
        "ooooooo",
        "ooo.ooo",
        "ooooooo",
        "  ooo  ",
        "  ooo  "
    ],
    triangle: [
        ".    ",
        "oo   ",
        "ooo  ",
        "oooo ",
        "ooooo"
    ],
    tiny: [
        "oo.",
        "ooo"
    ]
};

var directions = {
    english: [[0, 1], [0, -1], [1, 0], [-1, 0]],
    triangle: [[0, 1], [0, -1], [1, 0], [-1, 0], [1, 1], [-1, -1]],
    tiny: [[0, 1], [0, -1], [1, 0], [-1, 0]]
};

var NONE = " ", PEG = "o", HOLE = ".";

var shape = "english";
var fields = [];
var picked = null;
var cursor = null;
var done = [];
var undone = [];
var over = false;

function start(name) {
    shape = boards[name] ? name : "english";
    fields = boards[shape].map(function (row) {
        return row.split("");
    });
    picked = null;
    cursor = null;
    done = [];
    undone = [];
    over = false;
    render();
    report();
}

function at(row, col) {
    if (row < 0 || row >= fields.length) {
        return NONE;
    }
    return fields[row][col] || NONE;
}

function countPegs() {
    var n = 0;
    fields.forEach(function (row) {
        row.forEach(function (field) {
            if (field === PEG) {
                n++;
            }
        });
    });
    return n;
}

function jump(from, to) {
    var ways = directions[shape];
    for (var i = 0; i < ways.length; i++) {
        var dr = ways[i][0], dc = ways[i][1];
        if (to.row === from.row + 2 * dr && to.col === from.col + 2 * dc) {
            var over = {row: from.row + dr, col: from.col + dc};
            if (at(from.row, from.col) === PEG && at(over.row, over.col) === PEG && at(to.row, to.col) === HOLE) {
                return {from: from, over: over, to: to};
            }
        }
    }
    return null;
}

function jumpsFrom(row, col) {
    var jumps = [];
    directions[shape].forEach(function (way) {
        var move = jump({row: row, col: col}, {row: row + 2 * way[0], col: col + 2 * way[1]});
        if (move) {
            jumps.push(move);
        }
    });
    return jumps;
}

function allJumps() {
    var jumps = [];
    for (var r = 0; r < fields.length; r++) {
        for (var c = 0; c < fields[r].length; c++) {
            jumps = jumps.concat(jumpsFrom(r, c));
        }
    }
    return jumps;
}

function apply(move, back) {
    fields[move.from.row][move.from.col] = back ? PEG : HOLE;
    fields[move.over.row][move.over.col] = back ? PEG : HOLE;
    fields[move.to.row][move.to.col] = back ? HOLE : PEG;
}

function play(move) {
    apply(move, false);
    done.push(move);
    undone = [];
    picked = null;
    render();
    report();
}

function takeBack() {
    if (done.length === 0) {
        return;
    }
    var move = done.pop();
    apply(move, true);
    undone.push(move);
    over = false;
    picked = null;
    render();
    report();
}

function redo() {
    var move = undone.pop();
    if (move) {
        apply(move, false);
        done.push(move);
        render();
        report();
    }
}

function touch(row, col) {
    var field = at(row, col);
    if (over || field === NONE) {
        return;
    }
    if (field === PEG) {
        if (picked && picked.row === row && picked.col === col) {
            picked = null;
        } else {
            picked = {row: row, col: col};
        }
        render();
        return;
    }
    if (!picked) {
        status("Pick a peg first");
        return;
    }
    var move = jump(picked, {row: row, col: col});
    if (move) {
        play(move);
    } else {
        status("The peg cannot jump there");
        picked = null;
        render();
    }
}

function status(text) {
    document.getElementById("status").textContent = text;
}

function report() {
    var pegs = countPegs();
    if (allJumps().length > 0) {
        status(pegs + " pegs, " + done.length + " moves");
        return;
    }
    over = true;
    var text;
    switch (pegs) {
    case 1:
        text = "Perfect!";
        break;
    case 2:
        text = "Very good";
        break;
    case 3:
        text = "Good";
        break;
    default:
        text = "Game over, " + pegs + " pegs left";
    }
    status(text);
    remember(pegs);
}

function loadResults() {
    try {
        return JSON.parse(localStorage.getItem("peg-results")) || [];
    } catch (e) {
        return [];
    }
}

function remember(pegs) {
    var results = loadResults();
    results.push({shape: shape, pegs: pegs});
    results.sort(function (a, b) {
        return a.pegs - b.pegs;
    });
    if (results.length > 5) {
        results.length = 5;
    }
    localStorage.setItem("peg-results", JSON.stringify(results));
    showResults();
}

function showResults() {
    var list = document.getElementById("results");
    list.innerHTML = "";
    loadResults().forEach(function (result) {
        var item = document.createElement("li");
        item.textContent = result.shape + ": " + result.pegs;
        list.appendChild(item);
    });
}

function showHint() {
    var jumps = allJumps();
    if (jumps.length === 0) {
        status("There is no move");
        return;
    }
    var move = jumps[0];
    element(move.from.row, move.from.col).classList.add("hint");
    element(move.to.row, move.to.col).classList.add("hint");
}

function toggleHelp() {
    var help = document.getElementById("help");
    if (help.className === "open") {
        help.className = "";
    } else {
        help.className = "open";
    }
}

function element(row, col) {
    return document.getElementById("f" + row + "-" + col);
}

function render() {
    var div = document.getElementById("board");
    div.innerHTML = "";
    fields.forEach(function (row, r) {
        var line = document.createElement("div");
        row.forEach(function (field, c) {
            line.appendChild(makeField(field, r, c));
        });
        div.appendChild(line);
    });
    document.getElementById("back").disabled = done.length === 0;
    document.getElementById("again").disabled = undone.length === 0;
}

function makeField(field, r, c) {
    var span = document.createElement("span");
    span.id = "f" + r + "-" + c;
    if (field === NONE) {
        span.className = "none";
        return span;
    }
    span.className = field === PEG ? "peg" : "hole";
    if (picked && picked.row === r && picked.col === c) {
        span.className += " picked";
    }
    if (cursor && cursor.row === r && cursor.col === c) {
        span.className += " hint";
    }
    span.addEventListener("click", function () {
        touch(r, c);
    });
    if (field === PEG) {
        span.draggable = true;
        span.addEventListener("dragstart", function (event) {
            event.dataTransfer.setData("text/plain", r + "," + c);
        });
    } else {
        span.addEventListener("dragover", function (event) {
            event.preventDefault();
        });
        span.addEventListener("drop", function (event) {
            event.preventDefault();
            dropped(event.dataTransfer.getData("text/plain"), r, c);
        });
    }
    return span;
}

function dropped(data, r, c) {
    var parts = data.split(",");
    if (parts.length !== 2) {
        return;
    }
    var move = jump({row: +parts[0], col: +parts[1]}, {row: r, col: c});
    if (move) {
        play(move);
    } else {
        status("The peg cannot jump there");
    }
}

function moveCursor(dr, dc) {
    if (!cursor) {
        cursor = {row: 0, col: 0};
    } else {
        cursor.row = Math.max(0, Math.min(fields.length - 1, cursor.row + dr));
        cursor.col = Math.max(0, Math.min(fields[0].length - 1, cursor.col + dc));
    }
    render();
}

document.addEventListener("keydown", function (event) {
    switch (event.key) {
    case "ArrowUp":
        moveCursor(-1, 0);
        break;
    case "ArrowDown":
        moveCursor(1, 0);
        break;
    case "ArrowLeft":
        moveCursor(0, -1);
        break;
    case "ArrowRight":
        moveCursor(0, 1);
        break;
    case "Enter":
        if (cursor) {
            touch(cursor.row, cursor.col);
        }
        break;
    case "u":
        takeBack();
        break;
    }
});

start("english");
showResults();
