/** The outcome of a bid by its answer: decided (`accepted`, `refused`) or a code of the gateway. */
export type BidAnswer = { id: number; outcome: string; isDecided: boolean };

const ANSWER = Buffer.from('{"id":');
/** The part of an answer that must be read. */
const HEAD_BYTES = 72;
const PARTS = /^\{"id":(\d+),"(?:data":\{"outcome":"(\w+)"|error":\{"code":"([\w-]+)")/;

/** The answers to bids in a frame, found without parsing it: a client must cost less than the server. */
export function* bidAnswers(frame: Buffer): Generator<BidAnswer> {
  for (let at = frame.indexOf(ANSWER); at >= 0; at = frame.indexOf(ANSWER, at + ANSWER.length)) {
    const [, id, outcome, code] = PARTS.exec(frame.toString('latin1', at, at + HEAD_BYTES)) ?? [];
    if (id !== undefined)
      yield { id: Number(id), outcome: outcome ?? code ?? '', isDecided: outcome !== undefined };
  }
}

const SEQ = Buffer.from('"seq":');

/** The newest revision in a frame; −1 for none. Its messages come in the order of their revisions. */
export function newestSeq(frame: Buffer): number {
  const at = frame.lastIndexOf(SEQ);
  return at < 0 ? -1 : Number.parseInt(frame.toString('latin1', at + SEQ.length, at + SEQ.length + 12), 10);
}

/** The revision of the decision in a frame that answers the bid `id`; null when it does not. */
export function decidedSeq(frame: Buffer, id: number): number | null {
  const at = frame.indexOf(`{"id":${id},`);
  if (at < 0) return null;
  const seq = frame.indexOf(SEQ, at);
  return seq < 0
    ? null
    : Number.parseInt(frame.toString('latin1', seq + SEQ.length, seq + SEQ.length + 12), 10);
}
