addEventListener("fetch", (e) => e.respondWith(new Response("<p>from the worker", { headers: { "Content-Type": "text/html" } })));
