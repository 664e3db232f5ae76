import { handler } from '../../../programs/handler.mjs';

export const dynamic = 'force-dynamic';
export const GET = (request) => handler.fetch(request);
export const POST = (request) => handler.fetch(request);
