var Studio = (function (window, document) {
    "use strict";

    function all(selector, root) {
        return Array.prototype.slice.call((root || document).querySelectorAll(selector));
    }

    function on(element, type, handler) {
        if (element.addEventListener) {
            element.addEventListener(type, handler, false);
        } else if (element.attachEvent) {
            element.attachEvent("on" + type, handler);
        }
    }

    function addClass(element, name) {
        element.classList.add(name);
    }

    function removeClass(element, name) {
        element.classList.remove(name);
    }

    // Pages

    function showPage() {
        var parts = window.location.hash.replace("#", "").split("/");
        var shown = document.getElementById(parts[0]);
        if (!shown || !shown.classList.contains("page")) {
            shown = document.getElementById("home");
        }
        all(".page").forEach(function (page) {
            if (page === shown) {
                addClass(page, "shown");
            } else {
                removeClass(page, "shown");
            }
        });
        removeClass(document.getElementById("menu"), "open");
        if (parts[0] === "studio" && parts[1]) {
            openPart(document.getElementById(parts[1]));
        }
        if (shown.id === "home") {
            slides.play();
        } else {
            slides.stop();
        }
    }

    // Slides

    var slides = {
        index: 0,
        timer: null,
        show: function (index) {
            var list = all(".slide");
            this.index = (index + list.length) % list.length;
            list.forEach(function (slide, i) {
                slide.className = i === slides.index ? "slide current" : "slide";
            });
        },
        play: function () {
            var self = this;
            if (self.timer) {
                return;
            }
            self.timer = window.setInterval(function () {
                self.show(self.index + 1);
            }, 4000);
        },
        stop: function () {
            if (this.timer) {
                window.clearInterval(this.timer);
                this.timer = null;
            }
        },
        init: function () {
            var self = this;
            var box = document.getElementById("home");
            on(box.querySelector(".prev"), "click", function (event) {
                event.preventDefault();
                self.show(self.index - 1);
            });
            on(box.querySelector(".next"), "click", function (event) {
                event.preventDefault();
                self.show(self.index + 1);
            });
            on(document.getElementById("slides"), "mouseenter", function () {
                self.stop();
            });
            on(document.getElementById("slides"), "mouseleave", function () {
                self.play();
            });
            self.show(0);
        }
    };

    // Projects

    var gallery = {
        tags: [],
        words: "",
        order: "title",
        shown: [],

        matches: function (project) {
            var wanted = this.tags.every(function (tag) {
                return project.tags.indexOf(tag) >= 0;
            });
            if (!wanted) {
                return false;
            }
            if (!this.words) {
                return true;
            }
            return project.title.toLowerCase().indexOf(this.words.toLowerCase()) >= 0 ||
                String(project.year) === this.words;
        },

        compare: function (a, b) {
            if (gallery.order === "year" && a.year !== b.year) {
                return b.year - a.year;
            }
            return a.title < b.title ? -1 : a.title > b.title ? 1 : 0;
        },

        render: function () {
            var self = this;
            var list = document.getElementById("projects");
            list.innerHTML = "";
            self.shown = window.projects.filter(self.matches, self).sort(self.compare);
            self.shown.forEach(function (project, index) {
                var item = document.createElement("li");
                item.setAttribute("data-index", index);
                item.innerHTML = "<b>" + project.title + "</b><br>" + project.year;
                list.appendChild(item);
            });
            var count = document.getElementById("count");
            if (self.shown.length === 0) {
                count.innerHTML = "Nothing found. <a href='#work' class='clear'>Show all</a>";
            } else if (self.shown.length === 1) {
                count.innerHTML = "One project";
            } else {
                count.innerHTML = self.shown.length + " projects";
            }
        },

        toggleTag: function (tag) {
            var at = this.tags.indexOf(tag);
            if (at >= 0) {
                this.tags.splice(at, 1);
            } else {
                this.tags.push(tag);
            }
            this.renderFilters();
            this.render();
        },

        clear: function () {
            this.tags = [];
            this.words = "";
            document.getElementById("search").value = "";
            this.renderFilters();
            this.render();
        },

        renderFilters: function () {
            var known = [];
            window.projects.forEach(function (project) {
                project.tags.forEach(function (tag) {
                    if (known.indexOf(tag) < 0) {
                        known.push(tag);
                    }
                });
            });
            document.getElementById("filters").innerHTML = known.map(function (tag) {
                var state = gallery.tags.indexOf(tag) >= 0 ? " class='on'" : "";
                return "<a href='#work' data-tag='" + tag + "'" + state + ">" + tag + "</a>";
            }).join(" ");
        },

        init: function () {
            var self = this;
            var typing = null;
            on(document.getElementById("filters"), "click", function (event) {
                var tag = event.target.getAttribute("data-tag");
                if (tag) {
                    event.preventDefault();
                    self.toggleTag(tag);
                }
            });
            on(document.getElementById("search"), "keyup", function (event) {
                if (event.keyCode === 27) {
                    self.clear();
                    return;
                }
                window.clearTimeout(typing);
                typing = window.setTimeout(function () {
                    self.words = document.getElementById("search").value;
                    self.render();
                }, 300);
            });
            on(document.getElementById("order"), "change", function () {
                self.order = this.value;
                self.render();
            });
            on(document.getElementById("count"), "click", function (event) {
                if (event.target.className === "clear") {
                    event.preventDefault();
                    self.clear();
                }
            });
            on(document.getElementById("projects"), "click", function (event) {
                var item = event.target;
                while (item && item.nodeName !== "LI") {
                    if (item === this) {
                        return;
                    }
                    item = item.parentNode;
                }
                lightbox.open(Number(item.getAttribute("data-index")));
            });
            on(document.getElementById("projects"), "mouseover", function (event) {
                all("li", this).forEach(function (item) {
                    if (item.contains(event.target)) {
                        removeClass(item, "dim");
                    } else {
                        addClass(item, "dim");
                    }
                });
            });
            on(document.getElementById("projects"), "mouseout", function () {
                all("li", this).forEach(function (item) {
                    removeClass(item, "dim");
                });
            });
            self.renderFilters();
            self.render();
        }
    };

    // Lightbox

    var lightbox = {
        index: -1,
        box: document.getElementById("lightbox"),
        open: function (index) {
            var project = gallery.shown[index];
            if (!project) {
                this.close();
                return;
            }
            this.index = index;
            this.box.querySelector("h3").textContent = project.title;
            this.box.querySelector("p").textContent = project.year + ": " + project.tags.join(", ");
            this.box.querySelector(".prev").disabled = index === 0;
            this.box.querySelector(".next").disabled = index === gallery.shown.length - 1;
            addClass(this.box, "open");
        },
        close: function () {
            this.index = -1;
            removeClass(this.box, "open");
        },
        isOpen: function () {
            return this.box.classList.contains("open");
        },
        init: function () {
            var self = this;
            on(self.box.querySelector(".prev"), "click", function () {
                self.open(self.index - 1);
            });
            on(self.box.querySelector(".next"), "click", function () {
                self.open(self.index + 1);
            });
            on(self.box.querySelector(".close"), "click", function () {
                self.close();
            });
            on(self.box, "click", function (event) {
                if (event.target === self.box) {
                    self.close();
                }
            });
            on(document, "keyup", function (event) {
                if (!self.isOpen()) {
                    return;
                }
                if (event.keyCode === 27) {
                    self.close();
                } else if (event.keyCode === 37) {
                    self.open(self.index - 1);
                } else if (event.keyCode === 39) {
                    self.open(self.index + 1);
                }
            });
        }
    };

    // Menu, accordion and form

    function initMenu() {
        var menu = document.getElementById("menu");
        on(menu.querySelector(".burger"), "click", function () {
            menu.classList.toggle("open");
        });
        all(".has-sub").forEach(function (item) {
            on(item, "mouseenter", function () {
                addClass(item, "open");
            });
            on(item, "mouseleave", function () {
                removeClass(item, "open");
            });
        });
        resized();
        on(window, "resize", resized);
    }

    function resized() {
        if (document.documentElement.clientWidth < 600) {
            addClass(document.body, "narrow");
        } else {
            removeClass(document.body, "narrow");
        }
    }

    function openPart(part) {
        all(".accordion dd").forEach(function (other) {
            if (other !== part) {
                removeClass(other, "open");
            }
        });
        if (part) {
            part.classList.toggle("open");
        }
    }

    function checkMail(form) {
        var errors = [];
        function need(name, good) {
            var field = form.elements[name];
            if (good(field.value)) {
                removeClass(field, "error");
            } else {
                addClass(field, "error");
                errors.push(name);
            }
        }
        need("name", function (value) {
            return value.length > 1;
        });
        need("mail", function (value) {
            return /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i.test(value);
        });
        need("budget", function (value) {
            return value === "" || Number(value) >= 1000;
        });
        need("message", function (value) {
            return value.split(/\s+/).length >= 3;
        });
        return errors;
    }

    function initForm() {
        var form = document.getElementById("mail");
        on(form, "submit", function (event) {
            event.preventDefault();
            var errors = checkMail(form);
            var sent = document.getElementById("sent");
            if (errors.length > 0) {
                sent.textContent = "Please check: " + errors.join(", ");
                form.elements[errors[0]].focus();
                return;
            }
            sent.textContent = "Thank you, " + form.elements.name.value + ".";
            form.reset();
        });
    }

    function init() {
        slides.init();
        gallery.init();
        lightbox.init();
        initMenu();
        initForm();
        all(".accordion dt").forEach(function (title) {
            on(title, "click", function () {
                openPart(title.nextElementSibling);
            });
        });
        on(window, "hashchange", showPage);
        showPage();
    }

    return {init: init, gallery: gallery, slides: slides};
})(window, document);

Studio.init();
