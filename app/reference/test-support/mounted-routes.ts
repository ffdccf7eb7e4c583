/** What Express keeps of a handler: a route, or a router with layers of its own. */
type Layer = {
  route?: { path: string | readonly string[]; methods: Record<string, boolean> };
  handle?: { stack?: readonly Layer[] };
  slash?: boolean;
  path?: string;
  match(path: string): boolean;
};

/** Where a router is mounted: Express keeps a pattern only, so one of these is tried. */
const MOUNTS = ['/api/v1', '/media'];

function mountOf(layer: Layer): string | null {
  if (layer.slash) return '';
  for (const mount of MOUNTS) if (layer.match(`${mount}/x`)) return layer.path ?? mount;
  return null;
}

/** Every route of a router as `get /api/v1/auctions/{auction}`, those of the routers in it included. */
export function mountedRoutes(router: { stack: readonly Layer[] }, prefix = ''): string[] {
  return router.stack.flatMap((layer) => {
    if (layer.route) {
      const { path, methods } = layer.route;
      const named = [path].flat().map((one) => `${prefix}${one.replace(/:(\w+)/g, '{$1}')}`);
      return Object.keys(methods).flatMap((method) => named.map((one) => `${method} ${one}`));
    }
    const stack = layer.handle?.stack;
    const mount = stack && mountOf(layer);
    return stack && mount != null ? mountedRoutes({ stack }, `${prefix}${mount}`) : [];
  });
}
