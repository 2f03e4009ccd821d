//! The bytes that a launch has overwritten. A launch that fails restores them.
//!
//! A page is copied when a launch writes it for the first time. So a launch takes no time for memory that it does not write.

use crate::memory::region::Contents;

/// The size of a page in bytes.
pub(crate) const PAGE: usize = 4096;

/// The pages that the current launch has written, with their previous bytes.
#[derive(Debug, Default)]
pub(crate) struct Undo {
    /// For each region, a bit for each page: whether the page is saved. Missing bits are 0.
    is_saved: Vec<Vec<u64>>,
    /// The saved pages: the region, and the number of the page in it.
    pages: Vec<(usize, usize)>,
    /// The bytes of the saved pages, one after the other.
    bytes: Vec<u8>,
}

impl Undo {
    /// Begins a launch: forgets the pages of the previous launch.
    pub(crate) fn begin(&mut self) {
        for (region, _) in self.pages.drain(..) {
            self.is_saved[region].clear();
        }
        self.bytes.clear();
    }

    /// Saves the pages of bytes that are about to be written, unless they are saved.
    #[inline]
    pub(crate) fn save(
        &mut self,
        region: usize,
        place: usize,
        bytes: usize,
        contents: &dyn Contents,
    ) {
        if bytes == 0 {
            return;
        }
        for page in place / PAGE..=(place + bytes - 1) / PAGE {
            let word = self.is_saved.get(region).and_then(|words| words.get(page / 64));
            if word.is_none_or(|word| word >> (page % 64) & 1 == 0) {
                self.save_page(region, page, contents.bytes(region));
            }
        }
    }

    #[cold]
    fn save_page(&mut self, region: usize, page: usize, content: &[u8]) {
        if self.is_saved.len() <= region {
            self.is_saved.resize(region + 1, Vec::new());
        }
        let words = &mut self.is_saved[region];
        if words.len() <= page / 64 {
            words.resize(page / 64 + 1, 0);
        }
        words[page / 64] |= 1 << (page % 64);
        let start = page * PAGE;
        self.bytes.extend(&content[start..content.len().min(start + PAGE)]);
        self.pages.push((region, page));
    }

    /// Restores all saved pages.
    pub(crate) fn restore(&mut self, contents: &mut dyn Contents) {
        let mut saved = self.bytes.as_slice();
        for (region, page) in &self.pages {
            let to = contents.bytes_mut(*region).chunks_mut(PAGE).nth(*page).unwrap_or_default();
            let (from, rest) = saved.split_at(to.len());
            to.copy_from_slice(from);
            saved = rest;
        }
    }
}
