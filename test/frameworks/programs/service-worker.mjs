import { handler } from './handler.mjs';

addEventListener('fetch', (event) => event.respondWith(handler.fetch(event.request)));
