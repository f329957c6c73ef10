import { basename } from 'node:path';
import type { ChipInfo, GpioKernel } from './gpio-uapi.js';

/* Finds a line by what an installer calls it: numbers of chips and lines change with kernels, names and labels do not. */

export interface FoundLine {
  readonly chip: ChipInfo;
  readonly offset: number;
}

/**
 * `chip` is a label (`pinctrl-rp1`), a name (`gpiochip0`) or a path, of a link too; null takes the chip that has a line of that
 * name, or the machine's only chip. Throws with what there is instead.
 */
export function findLine(
  kernel: Pick<GpioKernel, 'chips' | 'line'>,
  chip: string | null,
  line: string | number,
): FoundLine {
  const all = kernel.chips();
  if (all.length === 0)
    throw new Error('there is no GPIO chip (/dev/gpiochip…): is the driver loaded, may this user open it?');
  const chips = chip === null ? all : all.filter((each) => namesOf(each).includes(chip));
  if (chips.length === 0) throw new Error(`there is no GPIO chip ${chip}; there is ${list(all)}`);
  if (typeof line === 'number') return byOffset(chips, line);
  const found = chips.flatMap((each) => {
    const offset = offsetOf(kernel, each, line);
    return offset === null ? [] : [{ chip: each, offset }];
  });
  const [first] = found;
  if (!first) throw new Error(`no line is called ${line} on ${list(chips)}`);
  if (found.length > 1)
    throw new Error(
      `${found.length} lines are called ${line}: name the chip, one of ${list(found.map((one) => one.chip))}`,
    );
  return first;
}

function byOffset(chips: readonly ChipInfo[], offset: number): FoundLine {
  const [chip] = chips;
  if (!chip || chips.length > 1)
    throw new Error(`line ${offset} could be on any chip: name one of ${list(chips)}`);
  if (offset >= chip.lines) throw new Error(`${chip.label} has lines 0 to ${chip.lines - 1}, not ${offset}`);
  return { chip, offset };
}

function offsetOf(kernel: Pick<GpioKernel, 'line'>, chip: ChipInfo, name: string): number | null {
  for (let offset = 0; offset < chip.lines; offset++)
    if (kernel.line(chip.path, offset).name === name) return offset;
  return null;
}

const namesOf = ({ label, name, path, links }: ChipInfo): string[] => [
  label,
  name,
  path,
  ...links.flatMap((link) => [link, basename(link)]),
];

const list = (chips: readonly ChipInfo[]): string =>
  chips.map(({ name, label }) => `${label} (${name})`).join(', ');
