import { sendCompressed } from '@saleyard/http/send-compressed.ts';
import type { RequestHandler, Response } from 'express';

/** Compresses JSON answers. */
export const compressedAnswers: RequestHandler = (request, response, next) => {
  response.json = (value: unknown): Response =>
    sendCompressed(request, response.type('json'), JSON.stringify(value));
  next();
};
