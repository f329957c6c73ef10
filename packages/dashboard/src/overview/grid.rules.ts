/* How the tiles of doors are laid out. */

const NARROWEST_TILE = 258;
export const GAP = 10;
export const TILE_HEIGHT = 76;

export const columnsOf = (width: number): number =>
  Math.max(1, Math.floor((width + GAP) / (NARROWEST_TILE + GAP)));
