process.send(process.env.EVOKE_DRIVER === undefined && globalThis.__evoke__ === undefined ? 42 : 0);
