// SPDX-License-Identifier: Apache-2.0
// A VFS of SQLite for tests: it keeps what was written since the last sync of each file, so that a
// test can see the disk as a power failure would leave it.
#pragma once

/// Makes the VFS the default one; it watches files whose path has `forgetful` in it.
int forgetful_install(void);

/// Undoes, in a copy of a watched file, every write that no sync has followed. Returns the number of
/// writes undone, or -1 when the copy cannot be written.
int forgetful_undo(const char *original, const char *copy);

/// Lets every sync of watched files fail, or work again.
void forgetful_fail_syncs(int fails);
