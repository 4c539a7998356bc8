// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The settings of glibc's allocator for a program that serves.
package enum AllocatorSettings {
  /// The variable of the environment that glibc reads before anything else of the program.
  package static let variable = "GLIBC_TUNABLES"
  /// A thread keeps a thousand blocks of each size to itself. In a turn of a loop a hundred requests may begin
  /// and others end; with glibc's own 7, most of their blocks go through its arenas, which is a twentieth of
  /// composing an answer.
  package static let value = "glibc.malloc.tcache_count=1000"

  /// Begins the program anew with these settings, unless its environment has some: they cannot be changed later.
  /// To be called before there are threads.
  package static func apply() {
    // Safe: the words of the program stay as they are for as long as it runs, and the function keeps nothing.
    unsafe clinux_begin_anew(variable, value, CommandLine.unsafeArgv)
  }
}
