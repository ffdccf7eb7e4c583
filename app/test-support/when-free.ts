const AGAIN_MS = 200;

/** Sends a request again while the server is busy: on a slow machine what makes pictures and PDFs may be late. */
export async function whenFree(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    await answer.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
