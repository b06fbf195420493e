//! Voxels of meshes against brute force in exact fractions, and against what holds for closed surfaces.

