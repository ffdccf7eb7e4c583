import { type AuctionHost, openAuctionHost } from '@saleyard/command-api/engine/auction-host.ts';
import { submitToOwner } from '@saleyard/command-api/engine/submit-to-owner.ts';
import { startRelay } from '@saleyard/command-api/relay/relay.ts';
import type { CommandEnvelope, CommandReply } from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { Machine } from '../world/machine.ts';
import { noCuts, type Ports, type System } from './system.ts';

/** The engine's limits where a sale of minutes needs smaller ones. */
const LIMITS = { snapshotEvery: 20, snapshotAtClose: 1 } as const;
/** A process that could not start, or was stopped to be started again, is so after this many ms. */
const START_AGAIN_MS = 1_000;

type Submit = (envelope: CommandEnvelope<CommandBody>) => Promise<CommandReply>;

/** A machine that runs auctions and relays the log: the real engine's host and the real relay. */
export class EngineNode {
  readonly machine: Machine;
  readonly cuts = noCuts();
  readonly #system: System;
  #ports: Ports | null = null;
  #host: AuctionHost | null = null;
  #submit: Submit | null = null;
  #ending = new AbortController();
  #isStopping = false;

  constructor(system: System, name: string) {
    this.#system = system;
    this.machine = new Machine(system.world, name);
  }

  get isUp(): boolean {
    return this.machine.isUp;
  }

  /** The running host; null while the process starts or is down. */
  get host(): AuctionHost | null {
    return this.#host;
  }

  start(): void {
    const { world } = this.#system;
    world.note(this.machine.name, 'starts');
    const clock = this.machine.start();
    const ports = this.#system.portsOf(this.machine, clock, this.cuts, this.machine.name);
    this.#ports = ports;
    this.#isStopping = false;
    const ending = new AbortController();
    this.#ending = ending;
    const isCurrent = (): boolean => this.#ports === ports && this.isUp;
    const open = async (): Promise<void> => {
      const { log, bus, leases } = ports;
      const relay = startRelay({ log, bus, leases, clock, signal: ending.signal });
      relay.ended.catch((error: unknown) => this.#system.fault(this.machine.name, error));
      const directory = { mayBid: () => true, termsDueSince: () => null };
      const host = await openAuctionHost({ ...ports, clock, directory, limits: LIMITS, newId: world.newId });
      if (!isCurrent()) return;
      this.#host = host;
      this.#submit = submitToOwner({ host, bus, leases, clock });
      this.#system.watchers.outages.opened(this.machine.name);
      world.note(this.machine.name, 'is open');
    };
    open().catch((error: unknown) => {
      if (!isCurrent()) return;
      world.note(this.machine.name, `could not start: ${error}`);
      this.crash();
      this.#startAgain();
    });
  }

  #startAgain(): void {
    this.#system.world.after(START_AGAIN_MS, () => {
      if (!this.isUp) this.start();
    });
  }

  /** Takes a person's command that came in here by REST; null while no host is running. */
  submit(envelope: CommandEnvelope<CommandBody>): Promise<CommandReply> | null {
    return this.isUp && !this.#isStopping ? (this.#submit?.(envelope) ?? null) : null;
  }

  /** The process is killed. */
  crash(): void {
    if (!this.isUp) return;
    this.#system.world.note(this.machine.name, 'crashes');
    this.#down();
  }

  /** The process is asked to stop, does so when it is done, and is started again. */
  restart(): void {
    const host = this.#host;
    const ports = this.#ports;
    if (!this.isUp || host === null || ports === null || this.#isStopping) return;
    this.#isStopping = true;
    this.#system.world.note(this.machine.name, 'stops');
    const ending = this.#ending;
    const stop = async (): Promise<void> => {
      await host.close();
      ending.abort();
      await ports.leases.close();
      await ports.bus.close();
      await ports.log.close();
    };
    stop().then(
      () => {
        if (this.#ports !== ports) return;
        this.#down();
        this.#startAgain();
      },
      (error: unknown) => this.#system.fault(this.machine.name, error),
    );
  }

  #down(): void {
    this.#system.watchers.outages.down(this.machine.name);
    this.machine.crash();
    this.#ports?.bus.leave();
    this.#ports?.leases.leave();
    this.#ports = null;
    this.#host = null;
    this.#submit = null;
    this.#ending.abort();
  }

  /** The bus works again: nodes that may have missed messages resync. */
  busIsBack(): void {
    const seat = this.#ports?.bus.seat;
    if (seat !== undefined) this.#system.fabric.resync(seat);
  }
}
