/** The shells that words are completed in. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/**
 * What a shell reads once so that it completes the words of `gateproof`: it asks `gateproof complete` each time, and takes file names where that has none. Each
 * line of the answer is a word, a tab, and what the word does.
 */
export const shellScripts: Readonly<Record<Shell, string>> = {
  bash: `_gateproof() {
  local IFS=$'\\n'
  COMPREPLY=($(gateproof complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _gateproof gateproof
`,
  zsh: `#compdef gateproof
_gateproof() {
  local -a found words_only
  found=("\${(@f)$(gateproof complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -z "\${found[1]}" ]]; then _files; return; fi
  words_only=("\${(@)found%%$'\\t'*}")
  compadd -d found -a words_only
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _gateproof gateproof
`,
  fish: `complete -c gateproof -a '(gateproof complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
};
