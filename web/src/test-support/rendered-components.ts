// Counts what React renders. Import it before anything that loads React's renderer.

type Fiber = {
  type: unknown;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
};

/** React's flag of a component that was rendered. */
const PERFORMED_WORK = 1;

let rendered: string[] = [];

const nameOf = ({ type }: Fiber): string => (typeof type === 'function' ? type.name : '');

function visit(fiber: Fiber): void {
  const { alternate } = fiber;
  const isNew = alternate === null;
  if (nameOf(fiber) !== '' && (isNew || (fiber.flags & PERFORMED_WORK) !== 0)) rendered.push(nameOf(fiber));
  // The same children as before: nothing below was rendered.
  if (!isNew && fiber.child === alternate.child) return;
  for (let child = fiber.child; child !== null; child = child.sibling) visit(child);
}

Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_: number, root: { current: Fiber }) => visit(root.current),
    onCommitFiberUnmount: () => undefined,
  },
});

/** The names of the components that `doing` rendered, in the order of the tree; twice for two. */
export async function renderedBy(doing: () => unknown): Promise<readonly string[]> {
  rendered = [];
  await doing();
  return rendered;
}
