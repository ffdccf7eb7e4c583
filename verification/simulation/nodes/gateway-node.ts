import type { IncomingMessage } from 'node:http';
import { LIVE_LIMITS } from '@saleyard/gateway/socket/live-limits.ts';
import { RealtimeServer } from '@saleyard/gateway/socket/realtime-server.ts';
import type { Session } from '@saleyard/gateway/socket/session.ts';
import { type ClientEnd, Wire } from '../parts/wire.ts';
import { Machine } from '../world/machine.ts';
import { noCuts, type Ports, type System } from './system.ts';

/** What may wait in a socket, where a sale of a few lots needs less to fall behind. Bytes. */
const LIMITS = { ...LIVE_LIMITS, waitingBytes: 256, waitingBytesClose: 64 * 1024 } as const;

/** A process that was stopped is started again after this many ms. */
const START_AGAIN_MS = 1_000;
/** How long an upgrade is under way, ms. */
const UPGRADE_MS = 2;

/** A machine that clients connect to: the gateway's real live side. */
export class GatewayNode {
  readonly machine: Machine;
  readonly cuts = noCuts();
  readonly #system: System;
  readonly #wires = new Set<Wire>();
  #ports: Ports | null = null;
  #realtime: RealtimeServer | null = null;

  constructor(system: System, name: string) {
    this.#system = system;
    this.machine = new Machine(system.world, name);
  }

  get isUp(): boolean {
    return this.machine.isUp;
  }

  start(): void {
    const { world } = this.#system;
    world.note(this.machine.name, 'starts');
    const clock = this.machine.start();
    const ports = this.#system.portsOf(this.machine, clock, this.cuts, null);
    this.#ports = ports;
    this.#realtime = new RealtimeServer({
      log: ports.log,
      bus: ports.bus,
      leases: ports.leases,
      clock,
      newId: world.newId,
      limits: LIMITS,
      sessionOf: async ({ headers }) => sessionOf(headers.cookie),
      isRevoked: async () => [],
      auctionIdOf: async () => null,
      failed: (error) => world.note(this.machine.name, `failed: ${error}`),
    });
  }

  /** A client's new connection. One to a machine that is down breaks. */
  connect(name: string, user: string | null, client: ClientEnd): Wire {
    const wire = new Wire(
      this.machine,
      `${name} ${this.machine.name}`,
      this.#system.conditions.wires,
      client,
    );
    this.#wires.add(wire);
    const realtime = this.#realtime;
    if (realtime === null || !this.isUp) wire.break();
    else {
      const request = upgradeOf(name, user) as unknown as IncomingMessage;
      this.machine.deliver(UPGRADE_MS, () => void realtime.upgrade(request, wire.gateway, Buffer.alloc(0)));
    }
    return wire;
  }

  /** The process is killed: its connections break. */
  crash(): void {
    if (!this.isUp) return;
    this.#system.world.note(this.machine.name, 'crashes');
    this.#down();
  }

  /** The process is asked to stop, does so when it is done, and is started again. */
  restart(): void {
    const realtime = this.#realtime;
    const ports = this.#ports;
    if (!this.isUp || realtime === null || ports === null) return;
    this.#realtime = null;
    this.#system.world.note(this.machine.name, 'stops');
    realtime.stop().then(
      () => {
        if (this.#ports !== ports) return;
        this.#down();
        this.#system.world.after(START_AGAIN_MS, () => {
          if (!this.isUp) this.start();
        });
      },
      (error: unknown) => this.#system.fault(this.machine.name, error),
    );
  }

  #down(): void {
    this.machine.crash();
    this.#ports?.bus.leave();
    this.#ports?.leases.leave();
    this.#ports = null;
    this.#realtime = null;
    for (const wire of this.#wires) wire.break();
    this.#wires.clear();
  }

  /** The bus works again: gateways that may have missed messages resync. */
  busIsBack(): void {
    const seat = this.#ports?.bus.seat;
    if (seat !== undefined) this.#system.fabric.resync(seat);
  }
}

/** The cookie of a simulated person is `user=<id>`. */
function sessionOf(cookie: string | undefined): Session | null {
  const user = /user=([\w-]+)/.exec(cookie ?? '')?.[1];
  if (user === undefined) return null;
  return { sessionId: `session-of-${user}`, userId: user, role: null, status: 'approved-buyer' };
}

function upgradeOf(name: string, user: string | null) {
  return {
    method: 'GET',
    url: '/realtime',
    headers: {
      host: 'saleyard.example',
      origin: 'http://saleyard.example',
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      ...(user !== null && { cookie: `user=${user}` }),
    },
    socket: { remoteAddress: name },
  };
}
