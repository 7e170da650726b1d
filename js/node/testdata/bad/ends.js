console.error("bye");
