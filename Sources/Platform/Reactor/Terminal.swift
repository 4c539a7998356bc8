// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The terminal of the process with its whole screen in use, until `close`.
package final class Terminal: ReadyHandler {
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
  private static let leave = "\u{1B}[?25h\u{1B}[?1049l"
  /// The size where the terminal does not tell its own.
  private static let usualSize = (columns: 80, rows: 24)
  private static let input: Int32 = 0

  private let core: LoopCore
  private let before: termios
  private let pressed: (UInt8) -> Void
  private let closed: () -> Void
  private var watch: WatchID?

  /// Takes the screen over; keys come one by one, without being shown.
  ///
  /// - Parameters:
  ///   - pressed: called on the loop with each byte that is typed.
  ///   - closed: called when nothing will be typed any more.
  package init(
    on core: LoopCore,
    pressed: @escaping (UInt8) -> Void,
    closed: @escaping () -> Void
  ) throws(SystemError) {
    var settings = termios()
    // Safe: the kernel fills the structure, which lives through the call.
    guard unsafe tcgetattr(Terminal.input, &settings) == 0 else { throw .last("tcgetattr") }
    before = settings
    self.core = core
    self.pressed = pressed
    self.closed = closed
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    // Safe: as above, and the kernel only reads.
    guard unsafe tcsetattr(Terminal.input, TCSANOW, &settings) == 0 else {
      throw .last("tcsetattr")
    }
    StandardStream.output.write(Terminal.enter)
    watch = try core.watch(Terminal.input, for: .readable, self)
  }

  /// The present size in characters.
  package var size: (columns: Int, rows: Int) {
    var size = winsize()
    // Safe: the kernel fills the structure, which lives through the call.
    guard unsafe ioctl(StandardStream.output.rawValue, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0, size.ws_row > 0
    else { return Terminal.usualSize }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Shows lines from the top of the screen, in place of all that it showed.
  package func show(_ lines: [String]) {
    let text = lines.map { "\($0)\u{1B}[K" }.joined(separator: "\r\n")
    StandardStream.output.write("\u{1B}[H\(text)\u{1B}[J")
  }

  package func ready(_ events: ReadyEvents) {
    var bytes = [UInt8](repeating: 0, count: 64)
    // Safe: the array has room for as many bytes as are asked for.
    let count = unsafe read(Terminal.input, &bytes, bytes.count)
    guard count > 0 else { return close() }
    for byte in bytes.prefix(count) { pressed(byte) }
  }

  /// Gives the screen back as it was.
  package func close() {
    guard let watch else { return }
    core.unwatch(watch, Terminal.input)
    self.watch = nil
    var settings = before
    // Safe: the structure lives through the call, and the kernel only reads.
    _ = unsafe tcsetattr(Terminal.input, TCSANOW, &settings)
    StandardStream.output.write(Terminal.leave)
    closed()
  }
}
