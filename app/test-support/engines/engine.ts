/** A browser engine under test, and what one window of it can do. Each engine's own protocol is behind it. */
export interface Engine {
  readonly name: string;
  /** Opens a window of a new person, without cookies or storage of others. Sizes are in CSS pixels. */
  open(size: Size): Promise<EngineWindow>;
  /** Ends the engine with all processes that it started. */
  close(): Promise<void>;
}

export type Size = { width: number; height: number };

/** A script is an expression of JavaScript, which the window's page evaluates. */
export interface EngineWindow {
  /** Starts to load an address. The page may still be loading when it resolves. */
  goTo(url: string): Promise<void>;
  /** The value of a script, which must be JSON. */
  run<T>(script: string): Promise<T>;
  /** Presses the pointer's main button at a point of the window, in CSS pixels. */
  pressAt(point: { x: number; y: number }): Promise<void>;
  /** Types text by the keyboard, into what has the focus. */
  type(text: string): Promise<void>;
  pressKey(key: Key): Promise<void>;
  /** Chooses an option of the native select that a script returns, by the option's value. */
  choose(select: string, value: string): Promise<void>;
  /** Hands files over to the file input that a script returns. `files` are absolute paths. */
  upload(input: string, files: readonly string[]): Promise<void>;
  /** A PNG of what the window shows. */
  picture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export type Key = 'Backspace' | 'Enter' | 'Escape' | 'Tab';
