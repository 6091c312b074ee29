# SPDX-License-Identifier: GPL-2.0-or-later
# Completion of pmulab's command line in bash. The command itself prints the candidates.

_pmulab() {
    local IFS=$'\n' word glue='' words=() n=0 answer=()

    # Bash splits words at "=": --results=DIR is two words for us, and en=1 one.
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [[ $word == = && $n -gt 0 && ${words[n - 1]} == --* ]]; then
            words[n++]=''
            glue=1
        elif [[ $glue || ($word == = && $n -gt 0) ]]; then
            words[n - 1]+=$word
            glue=1
            [[ $word == = ]] || glue=''
        else
            words[n++]=$word
        fi
    done
    word=${words[n - 1]}
    mapfile -t answer < <("${1/#\~/$HOME}" complete "${words[@]}" 2>/dev/null)
    COMPREPLY=("${answer[@]:1}")
    case ${answer[0]} in
    files) mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$word") ;;
    folders) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    scenarios) mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$word"; compgen -f -X '!*.scn' -- "$word") ;;
    *)
        [[ ${COMPREPLY[0]} != *[.=] ]] || compopt -o nospace 2>/dev/null
        # Bash does not replace the part before "=".
        [[ $word != *=* ]] || COMPREPLY=("${COMPREPLY[@]#"${word%=*}="}")
        return
        ;;
    esac
    compopt -o filenames 2>/dev/null
}

complete -F _pmulab pmulab
