/** The product's mark: a yard gate, three rails and a brace. Decorative; the name is beside it. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round">
        <path d="M4.5 5.500v21M27.500 5.500v21" />
        <path d="M4.500 10.200h23M4.500 16.200h23M4.500 22.200h23" />
        <path d="M5.500 21.800 26.500 10.600" />
      </g>
    </svg>
  );
}
