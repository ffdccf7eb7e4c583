/** Leaves every frame to the receiver of `ws`. */
export function readPlainFrames(): void {}
