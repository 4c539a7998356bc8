// SPDX-License-Identifier: Apache-2.0
// Every function of this module is inline in its header; the target needs one file to compile.
#include "CLinux.h"
