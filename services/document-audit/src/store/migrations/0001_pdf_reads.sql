-- PDFs that each key had read on a UTC day, whether they could be read or not. Nothing of a PDF is here.
create table pdf_read (
  caller text not null,
  day date not null,
  reads integer not null check (reads > 0),
  primary key (caller, day)
);
grant select, insert, update, delete on pdf_read to {{runtime_role}};
