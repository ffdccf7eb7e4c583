/**
 * A seed that found something wrong when it was played, and what that was. `minutes`: virtual minutes of faults. Its
 * run changes with the simulation; the small test that `test` names guards against the bug permanently.
 */
type Regression = { what: string; seed: number; minutes: number; test: string };

export const REGRESSIONS: readonly Regression[] = [
  {
    what: 'a node whose clock had been hours ahead waited for those hours before it closed a lot',
    seed: 4210,
    minutes: 2,
    test: 'command-api/engine/deadline-timer.test.ts',
  },
  {
    what: 'a reader that caught up was sent an update ahead of its snapshot, and resumed with a gap',
    seed: 5015,
    minutes: 2,
    test: 'gateway/socket/client-socket.test.ts',
  },
  {
    what: 'a read of the log that broke left its commands in the idempotency index, and the next one added them again',
    seed: 106,
    minutes: 1,
    test: 'command-api/engine/opening.int.ts',
  },
  {
    what: 'a bid that came while the freeze after an outage met a full disk made the outage forgotten, and lots closed in it',
    seed: 1_767_528_641,
    minutes: 2,
    test: 'command-api/engine/outage.int.ts',
  },
  {
    what: 'a sale whose deadline was looked at while all clocks were hours behind waited for those hours',
    seed: 158,
    minutes: 1,
    test: 'command-api/engine/outage.int.ts',
  },
  {
    what: 'a reader that caught up while its gateway read the log got an older sale as the newest',
    seed: 125_073_725,
    minutes: 2,
    test: 'gateway/socket/rooms.test.ts',
  },
  {
    what: 'an engine saw the owner of a sale while all clocks were ahead, and an outage after that was dated in the future',
    seed: 1_394_831_896,
    minutes: 2,
    test: 'command-api/engine/handover.int.ts',
  },
  {
    what: 'all clocks jumped while an engine read the marks of life, and the outage after that was dated in the future',
    seed: 1_781_951_952,
    minutes: 2,
    test: 'command-api/engine/outage.int.ts',
  },
];
