import '@/test-support/dom.ts';
import type { Signer } from '@saleyard/contract/lot-media.ts';
import type { UserEvent } from '@testing-library/user-event';

const { screen, within } = await import('@testing-library/react');

/** Lets a name be drawn as a signature, in a document that draws nothing; returns what ends it. */
export function drawsSignatures(): () => void {
  const canvas = HTMLCanvasElement.prototype;
  const known = [canvas.getContext, canvas.toBlob, URL.createObjectURL, URL.revokeObjectURL] as const;
  const context = new Proxy({}, { get: () => () => undefined, set: () => true });
  canvas.getContext = (() => context) as unknown as typeof canvas.getContext;
  URL.createObjectURL = () => 'blob:signature';
  URL.revokeObjectURL = () => undefined;
  canvas.toBlob = (take) => take(new Blob(['drawn'], { type: 'image/png' }));
  return () => {
    [canvas.getContext, canvas.toBlob, URL.createObjectURL, URL.revokeObjectURL] = known;
  };
}

/** Signs by a typed name, for the first time or again. */
export async function sign(user: UserEvent, signer: Signer, name = 'Ada'): Promise<void> {
  await user.click(
    await screen.findByRole('button', { name: new RegExp(`^Sign as ${signer}$|^Sign again$`) }),
  );
  const title = signer === 'agent' ? 'Agent Signature' : 'Vendor Signature';
  const pad = await screen.findByRole('dialog', { name: title });
  await user.type(within(pad).getByLabelText('Name'), name);
  await user.click(within(pad).getByRole('button', { name: 'Accept' }));
}
