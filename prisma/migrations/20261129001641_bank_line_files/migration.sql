-- Later files that contain a line keep it when its first file is removed. Overlaps of files read before weren't recorded.
ALTER TABLE bank_line ADD COLUMN also_in uuid[] NOT NULL DEFAULT '{}',
  -- Rules don't match a line again whose match a person undid.
  ADD COLUMN left_to_people boolean NOT NULL DEFAULT false;
