/* Completion of commands and options for shells. */

export const COMMANDS = ['run', 'bench', 'pair', 'doctor', 'init', 'test', 'completions'] as const;
const OPTIONS = [
  '--config',
  '--json',
  '--host',
  '--port',
  '--door',
  '--output',
  '--by',
  '--page',
  '--lan',
  '--resume',
  '--url',
  '--ca',
  '--allow-plaintext',
  '--help',
];

const BASH = `_door_agent() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
    --config|-c|--output|--ca) COMPREPLY=($(compgen -f -- "$word")); return ;;
    completions) COMPREPLY=($(compgen -W "bash zsh fish" -- "$word")); return ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${COMMANDS.join(' ')}" -- "$word"))
  else COMPREPLY=($(compgen -W "${OPTIONS.join(' ')}" -- "$word")); fi
}
complete -F _door_agent door-agent
`;

const ZSH = `#compdef door-agent
_arguments '1:command:(${COMMANDS.join(' ')})' '*--config[configuration]:file:_files' '--json[output for programs]' \\
  '--door[number of a door]' '--output[file to write]:file:_files' '--url[address of the service]:url:' \\
  '--ca[certificates to trust]:file:_files' '--allow-plaintext[pair without TLS]' \\
  '--by[who tests]:name:' '--page[test on a page]' '--lan[test on a phone]' '--resume[go on after the power cut]' '--help'
`;

const FISH = `${COMMANDS.map((command) => `complete -c door-agent -n __fish_use_subcommand -f -a ${command}`).join('\n')}
complete -c door-agent -l config -s c -r
complete -c door-agent -l json
complete -c door-agent -l door -x
complete -c door-agent -l output -r
complete -c door-agent -l url -x
complete -c door-agent -l ca -r
complete -c door-agent -l allow-plaintext
complete -c door-agent -l by -x
complete -c door-agent -l page
complete -c door-agent -l lan
complete -c door-agent -l resume
`;

/** The script for a shell; null for one that is not known. */
export const completions = (shell: string): string | null =>
  ({ bash: BASH, zsh: ZSH, fish: FISH })[shell] ?? null;
