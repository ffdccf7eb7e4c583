import { BidDecision } from '../bids.ts';
import { operations, UNDECIDED, WRITE } from '../operation.ts';
import { PRACTICE_LEVELS, PracticeAnswer, PracticeNamed } from '../practice.ts';
import { PlacedBid } from '../realtime.ts';
import { oneOf, strictObject } from '../schema.ts';
import { AUTO_BID_ERRORS, AutoBidBody, STOP_AUTO_BID_ERRORS, StopAutoBidBody } from './bids.ts';

/** Anyone may practise. A caller who is not signed in is identified by a pass, a cookie. */
const PRACTISING = { ...WRITE, who: 'anyone' } as const;

export const practiceOperations = operations({
  startPractice: {
    ...PRACTISING,
    storesMuch: 'uncounted',
    method: 'post',
    path: '/api/v1/practice',
    summary: 'Start a practice sale',
    more: 'Short, with sample lots and simulated bidders, and private. Its room works like any other: `join-auction`, `bid` and `setAutoBid` accept its ids. One runs at a time per person, and a limited number in all. A caller who is not signed in gets a pass: a cookie that identifies them for an hour in these calls and on the live connection (`/realtime?practice=1`).',
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
    who: 'anyone',
    answer: PracticeAnswer,
  },
  placePracticeBid: {
    ...PRACTISING,
    method: 'post',
    path: '/api/v1/practice/bids',
    summary: 'Place a bid in my practice sale',
    more: 'For a page whose [live connection](realtime.md) does not open. As `placeBid`, for lots of the practice sale only.',
    body: PlacedBid,
    shed: 'first',
    rate: 'bids',
    answer: BidDecision,
    errors: ['not-found', 'unknown-lot', ...UNDECIDED],
  },
  setPracticeAutoBid: {
    ...PRACTISING,
    method: 'put',
    path: '/api/v1/practice/autobids',
    summary: 'Set or change an auto-bid in my practice sale',
    body: AutoBidBody,
    shed: 'first',
    rate: 'bids',
    answer: BidDecision,
    errors: AUTO_BID_ERRORS,
  },
  stopPracticeAutoBid: {
    ...PRACTISING,
    method: 'put',
    path: '/api/v1/practice/autobids/stop',
    summary: 'Stop an auto-bid in my practice sale',
    body: StopAutoBidBody,
    shed: 'first',
    rate: 'bids',
    answer: BidDecision,
    errors: STOP_AUTO_BID_ERRORS,
  },
  stopPractice: {
    ...PRACTISING,
    method: 'delete',
    path: '/api/v1/practice',
    summary: 'Stop my practice sale',
    answer: PracticeNamed,
    errors: ['not-found', ...UNDECIDED],
  },
});
