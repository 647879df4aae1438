// Names of lands: those that a file and `map=NAME` may have.

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u;
const MAX_NAME = 64;

export const isLandName = (name: string): boolean => NAME.test(name) && name.length <= MAX_NAME;
