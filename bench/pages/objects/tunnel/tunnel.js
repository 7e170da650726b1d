(function () {
    var WIDTH = 300, HEIGHT = 200, STEP = 10, SHIP = 40;

    function Tunnel(seed) {
        this.seed = seed;
        this.top = 20;
        this.gap = 140;
        this.walls = [];
        for (var x = 0; x < WIDTH; x += STEP) {
            this.walls.push({top: 20, bottom: 160});
        }
    }

    Tunnel.prototype.random = function (n) {
        this.seed = (this.seed * 1103515245 + 12345) % 2147483648;
        return this.seed % n;
    };

    Tunnel.prototype.advance = function (level) {
        this.walls.shift();
        this.top += this.random(21) - 10;
        if (this.gap > 60 && this.random(10) < level) {
            this.gap -= 2;
        }
        if (this.top < 0) {
            this.top = 0;
        } else if (this.top + this.gap > HEIGHT) {
            this.top = HEIGHT - this.gap;
        }
        this.walls.push({top: this.top, bottom: this.top + this.gap});
    };

    Tunnel.prototype.hits = function (y) {
        var wall = this.walls[SHIP / STEP];
        return y < wall.top || y + 8 > wall.bottom;
    };

    function Ship() {
        this.y = 90;
        this.speed = 0;
        this.rising = false;
    }

    Ship.prototype.move = function (easy) {
        var pull = easy ? 0.5 : 1;
        if (this.rising) {
            this.speed -= pull;
        } else {
            this.speed += pull;
        }
        if (this.speed > 8) {
            this.speed = 8;
        }
        if (this.speed < -8) {
            this.speed = -8;
        }
        this.y += this.speed;
    };

    var game = {
        timer: null,
        state: "waiting",
        distance: 0,
        record: 0,

        begin: function () {
            if (this.timer) {
                clearInterval(this.timer);
            }
            this.tunnel = new Tunnel(7);
            this.ship = new Ship();
            this.distance = 0;
            this.state = "running";
            $("over").style.display = "none";
            this.timer = setInterval(this.tick.bind(this), 50);
            this.draw();
        },

        level: function () {
            if (this.distance < 50) {
                return 1;
            }
            if (this.distance < 200) {
                return 3;
            }
            return 6;
        },

        tick: function () {
            this.tunnel.advance(this.level());
            this.ship.move($("easy").checked);
            this.distance++;
            if (this.tunnel.hits(this.ship.y)) {
                this.crash();
            }
            this.draw();
        },

        crash: function () {
            clearInterval(this.timer);
            this.timer = null;
            this.state = "over";
            if (this.distance > this.record) {
                this.record = this.distance;
                document.title = "Tunnel (record " + this.record + ")";
            }
            $("over").style.display = "block";
        },

        pause: function () {
            if (this.state === "running") {
                clearInterval(this.timer);
                this.timer = null;
                this.state = "paused";
                $("pause").innerHTML = "Resume";
            } else if (this.state === "paused") {
                this.timer = setInterval(this.tick.bind(this), 50);
                this.state = "running";
                $("pause").innerHTML = "Pause";
            }
        },

        draw: function () {
            var box = $("tunnel");
            var old = box.querySelectorAll(".wall");
            for (var i = 0; i < old.length; i++) {
                box.removeChild(old[i]);
            }
            this.tunnel.walls.forEach(function (wall, n) {
                box.appendChild(bar(n * STEP, 0, wall.top));
                box.appendChild(bar(n * STEP, wall.bottom, HEIGHT - wall.bottom));
            });
            $("ship").style.top = this.ship.y + "px";
            $("distance").innerHTML = this.distance;
            var level = this.level();
            if (level === 1) {
                $("level").innerHTML = "easy going";
            } else if (level === 3) {
                $("level").innerHTML = "narrow";
            } else {
                $("level").innerHTML = "very narrow";
            }
        }
    };

    function $(id) {
        return document.getElementById(id);
    }

    function bar(x, y, height) {
        var div = document.createElement("div");
        div.className = "wall";
        div.style.left = x + "px";
        div.style.top = y + "px";
        div.style.height = height + "px";
        return div;
    }

    function keyOf(event) {
        return event.keyCode || event.which;
    }

    document.onkeydown = function (event) {
        switch (keyOf(event)) {
        case 38:
            if (game.ship) {
                game.ship.rising = true;
            }
            event.preventDefault();
            break;
        case 80:
            game.pause();
            break;
        case 32:
            if (game.state !== "running") {
                game.begin();
            }
            break;
        }
    };

    document.onkeyup = function (event) {
        if (keyOf(event) === 38 && game.ship) {
            game.ship.rising = false;
        }
    };

    $("tunnel").onmousedown = function () {
        if (game.state === "running") {
            game.ship.rising = true;
        }
    };

    $("tunnel").onmouseup = function () {
        if (game.state === "running") {
            game.ship.rising = false;
        }
    };

    $("start").onclick = function () {
        game.begin();
    };
    $("pause").onclick = function () {
        game.pause();
    };
    $("retry").onclick = function (event) {
        event.preventDefault();
        game.begin();
    };
})();
