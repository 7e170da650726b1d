// The board is a list of columns, each a list of colours from the bottom to the top.
var board = [];
var rows = 0;
var score = 0;
var best = 0;
var marked = [];
var undos = [];

var sizes = {
    small: [5, 5],
    medium: [8, 6],
    large: [12, 8]
};

function byId(id) {
    return document.getElementById(id);
}

function newGame() {
    var size = sizes[byId("size").value] || sizes.medium;
    var colours = parseInt(byId("colours").value, 10);
    if (isNaN(colours)) {
        colours = 3;
    }
    if (colours < 2) {
        colours = 2;
    } else if (colours > 4) {
        colours = 4;
    }
    byId("colours").value = colours;
    board = [];
    rows = size[1];
    for (var x = 0; x < size[0]; x++) {
        var column = [];
        for (var y = 0; y < rows; y++) {
            column.push(1 + Math.floor(Math.random() * colours));
        }
        board.push(column);
    }
    score = 0;
    marked = [];
    undos = [];
    say("");
    draw();
}

function say(text) {
    byId("message").innerHTML = text;
}

function colourAt(x, y) {
    if (x < 0 || x >= board.length) {
        return 0;
    }
    return board[x][y] || 0;
}

function isMarked(x, y) {
    for (var i = 0; i < marked.length; i++) {
        if (marked[i].x === x && marked[i].y === y) {
            return true;
        }
    }
    return false;
}

function group(x, y) {
    var colour = colourAt(x, y);
    var found = [];
    var seen = {};
    var todo = [{x: x, y: y}];
    while (todo.length > 0) {
        var at = todo.pop();
        var key = at.x + "," + at.y;
        if (seen[key] || colourAt(at.x, at.y) !== colour) {
            continue;
        }
        seen[key] = true;
        found.push(at);
        todo.push({x: at.x + 1, y: at.y});
        todo.push({x: at.x - 1, y: at.y});
        todo.push({x: at.x, y: at.y + 1});
        todo.push({x: at.x, y: at.y - 1});
    }
    return found;
}

function remove(stones) {
    for (var i = 0; i < stones.length; i++) {
        board[stones[i].x][stones[i].y] = 0;
    }
    var left = [];
    for (var x = 0; x < board.length; x++) {
        var column = board[x].filter(function (colour) {
            return colour !== 0;
        });
        if (column.length > 0) {
            left.push(column);
        }
    }
    board = left;
}

function movesLeft() {
    for (var x = 0; x < board.length; x++) {
        for (var y = 0; y < board[x].length; y++) {
            var colour = colourAt(x, y);
            if (colour === colourAt(x + 1, y) || colour === colourAt(x, y + 1)) {
                return true;
            }
        }
    }
    return false;
}

function snapshot() {
    return {
        score: score,
        board: board.map(function (column) {
            return column.slice();
        })
    };
}

function choose(x, y) {
    if (colourAt(x, y) === 0) {
        marked = [];
        say("There is no stone");
        draw();
        return;
    }
    if (isMarked(x, y)) {
        undos.push(snapshot());
        score += (marked.length - 1) * (marked.length - 1);
        remove(marked);
        marked = [];
        finish();
    } else {
        marked = group(x, y);
        if (marked.length < 2) {
            marked = [];
            say("That stone is alone");
        } else {
            say(marked.length + " stones");
        }
    }
    draw();
}

function finish() {
    if (board.length === 0) {
        score += 100;
        say("All gone, well done!");
    } else if (!movesLeft()) {
        say("No more moves");
    } else {
        say("");
        return;
    }
    if (score > best) {
        best = score;
    }
}

function undo() {
    var last = undos.pop();
    if (!last) {
        return;
    }
    board = last.board;
    score = last.score;
    marked = [];
    say("");
    draw();
}

function draw() {
    var table = byId("board");
    while (table.firstChild) {
        table.removeChild(table.firstChild);
    }
    for (var y = rows - 1; y >= 0; y--) {
        var row = document.createElement("tr");
        for (var x = 0; x < board.length; x++) {
            var cell = document.createElement("td");
            cell.className = "c" + colourAt(x, y);
            if (isMarked(x, y)) {
                cell.className += " marked";
            }
            cell.onclick = choose.bind(null, x, y);
            row.appendChild(cell);
        }
        table.appendChild(row);
    }
    byId("score").innerHTML = score;
    byId("best").innerHTML = best;
    byId("undo").disabled = undos.length === 0;
}

byId("new").onclick = newGame;
byId("undo").onclick = undo;
byId("size").onchange = newGame;
newGame();
