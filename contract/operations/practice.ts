import { operations, UNDECIDED, WRITE } from '../operation.ts';
import { PRACTICE_LEVELS, PracticeAnswer, PracticeNamed } from '../practice.ts';
import { oneOf, strictObject } from '../schema.ts';

export const practiceOperations = operations({
  startPractice: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/practice',
    summary: 'Start a practice sale',
    more: 'Short, with sample lots and simulated bidders, and private. Its room works like any other: `join-auction`, `bid` and `setAutoBid` accept its ids. One runs at a time per person, and a limited number in all.',
    body: strictObject({ level: oneOf(...PRACTICE_LEVELS) }),
    shed: 'first',
    status: 201,
    answer: PracticeNamed,
    errors: ['practice-running', 'practice-full', 'rate-limited', ...UNDECIDED],
  },
  practice: {
    side: 'command-api',
    method: 'get',
    path: '/api/v1/practice',
    summary: 'My latest practice sale',
    who: 'signed-in',
    answer: PracticeAnswer,
  },
  stopPractice: {
    ...WRITE,
    method: 'delete',
    path: '/api/v1/practice',
    summary: 'Stop my practice sale',
    answer: PracticeNamed,
    errors: ['not-found', ...UNDECIDED],
  },
});
