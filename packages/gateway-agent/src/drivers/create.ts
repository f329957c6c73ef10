import type { Clock } from '@door-access/protocol';
import { kmtronicBoard } from './boards/kmtronic.js';
import { lcusBoard } from './boards/lcus.js';
import { waveshareBoard } from './boards/modbus.js';
import { numatoBoard } from './boards/numato.js';
import { SerialBoardDriver } from './boards/serial-driver.js';
import type { Driver } from './driver.js';
import { GpioDriver } from './gpio-cdev.js';
import { SysfsGpioDriver } from './gpio-sysfs.js';
import { mergeWirings, terminalKey, type Wiring } from './wiring.js';

/** The driver of each terminal, by its key; terminals on one chip or port share one. */
export function createDrivers(wirings: readonly Wiring[], clock: Clock): Map<string, Driver> {
  const drivers = new Map<string, Driver>();
  for (const wiring of mergeWirings(wirings)) {
    const driver = createDriver(wiring, clock);
    for (const { door, input } of wiring.inputs) drivers.set(terminalKey(door, input), driver);
    for (const { door, relay } of wiring.relays) drivers.set(terminalKey(door, relay), driver);
  }
  return drivers;
}

/** The driver of one chip, or of the boards on one port. The libraries behind it are loaded when it is opened. */
export function createDriver(wiring: Wiring, clock: Clock): Driver {
  switch (wiring.driver) {
    case 'gpio':
      return new GpioDriver({ wiring, clock });
    case 'gpio-sysfs':
      return new SysfsGpioDriver({ wiring, clock });
    case 'waveshare':
      return new SerialBoardDriver({ wiring, clock, board: waveshareBoard });
    case 'lcus':
      return new SerialBoardDriver({ wiring, clock, board: lcusBoard });
    case 'numato':
      return new SerialBoardDriver({ wiring, clock, board: () => numatoBoard(wiring.relayCount) });
    case 'kmtronic':
      return new SerialBoardDriver({ wiring, clock, board: kmtronicBoard });
  }
}
