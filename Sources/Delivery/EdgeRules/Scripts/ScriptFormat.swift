// SPDX-License-Identifier: Apache-2.0

/// Makes one of a few texts out of what requests accept, where an edge's cache does not heed `Vary`.
enum ScriptFormat {
  static let text = #"""
    // What a request accepts in the words of one format; nothing where that takes a closer look.
    function format(accept) {
      if (accept === 'application/x-plist' || accept === 'application/x-bplist') return accept;
      if (!accept) return 'application/json';
      var isPlain = !/plist|json[ \t]*;|q[ \t]*=[ \t]*0(?:\.0*)?[ \t]*(?:,|;|$)/i.test(accept);
      return isPlain && /\*\/\*|application\/\*|application\/json/.test(accept) ? 'application/json' : undefined;
    }

    """#
}
