import { practiceOperations } from '@saleyard/contract/operations/practice.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import type { PracticeReply, PracticeService } from './practice-service.ts';

/**
 * Starts, shows and stops the caller's own practice sale. Allowed for every signed-in person, with any account status:
 * nothing is bought. Nobody can access another person's.
 */
export function practiceEndpoints(service: PracticeService): Endpoint[] {
  const answer = (reply: PracticeReply) =>
    reply.outcome === 'refused' ? reply.refusal : { data: { _id: reply.auction }, position: reply.position };
  return [
    endpoint(practiceOperations.startPractice, async ({ viewer, body }) =>
      answer(await service.start(viewer._id, body.level)),
    ),
    endpoint(practiceOperations.practice, async ({ viewer }) => ({
      data: { practice: await service.saleOf(viewer._id) },
    })),
    endpoint(practiceOperations.stopPractice, async ({ viewer }) => answer(await service.stop(viewer._id))),
  ];
}
