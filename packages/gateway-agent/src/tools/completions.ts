import { COMMANDS, OPTIONS } from './options.js';

/* Completion of commands and options for shells. */

const SHELLS = 'bash zsh fish';

const options = Object.entries(OPTIONS).map(([name, option]) => ({
  name,
  words: option.words,
  short: 'short' in option ? option.short : null,
  takesValue: option.type === 'string',
  isFile: 'isFile' in option,
  isRepeated: 'multiple' in option,
}));

const flags = ({ name, short }: (typeof options)[number]): string[] =>
  short ? [`--${name}`, `-${short}`] : [`--${name}`];
const files = options.filter(({ isFile }) => isFile).flatMap(flags);
const texts = options.filter(({ takesValue, isFile }) => takesValue && !isFile).flatMap(flags);

const BASH = `_door_agent() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
    ${files.join('|')}) COMPREPLY=($(compgen -f -- "$word")); return ;;
    ${texts.join('|')}) COMPREPLY=(); return ;;
    completions) COMPREPLY=($(compgen -W "${SHELLS}" -- "$word")); return ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${COMMANDS.join(' ')}" -- "$word"))
  else COMPREPLY=($(compgen -W "${options.map(({ name }) => `--${name}`).join(' ')}" -- "$word")); fi
}
complete -F _door_agent door-agent
`;

const zshOption = (option: (typeof options)[number]): string => {
  const value = option.isFile ? `:${option.name}:_files` : option.takesValue ? `:${option.name}:` : '';
  const star = option.isRepeated ? '*' : '';
  return flags(option)
    .map((flag) => `'${star}${flag}[${option.words}]${value}'`)
    .join(' ');
};

const ZSH = `#compdef door-agent
_arguments '1:command:(${COMMANDS.join(' ')})' \\
  ${options.map(zshOption).join(' \\\n  ')} \\
  '2:argument:{ [[ $words[2] == completions ]] && compadd ${SHELLS} }'
`;

const fishOption = (option: (typeof options)[number]): string =>
  [
    `complete -c door-agent -l ${option.name}`,
    option.short ? `-s ${option.short}` : '',
    option.isFile ? '-r -F' : option.takesValue ? '-x' : '',
    `-d '${option.words}'`,
  ]
    .filter(Boolean)
    .join(' ');

const FISH = `complete -c door-agent -f
${COMMANDS.map((command) => `complete -c door-agent -n __fish_use_subcommand -a ${command}`).join('\n')}
complete -c door-agent -n '__fish_seen_subcommand_from completions' -a '${SHELLS}'
${options.map(fishOption).join('\n')}
`;

/** The script for a shell; null for one that is not known. */
export const completions = (shell: string): string | null =>
  ({ bash: BASH, zsh: ZSH, fish: FISH })[shell] ?? null;
